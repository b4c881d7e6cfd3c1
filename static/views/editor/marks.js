/**
 * Findings in the text: underlines, a glyph in the gutter for the worst of a line, words on hover, and for the
 * chosen finding a tinted line with its words below.
 */
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, hoverTooltip } from "@codemirror/view";
import { glyphNode, html, prose, render, t } from "../../dom.js";

/**
 * @typedef {"fail" | "warn" | "note"} Look
 * @typedef {{from: number, to: number, look: Look, code: string, message: string, index: number}} Mark in editor positions
 * @typedef {{from: number, to: number, look: Look, code: string, message: string, links: {label: string, run: () => void}[]}} Chosen
 */

/** @type {import("@codemirror/state").StateEffectType<Mark[]>} */
export const setMarks = StateEffect.define();
/** @type {import("@codemirror/state").StateEffectType<Chosen | null>} */
export const setChosen = StateEffect.define();

const RANK = { fail: 0, warn: 1, note: 2 };

class Cut extends WidgetType {
  constructor(look) {
    super();
    this.look = look;
  }
  eq(other) {
    return other.look === this.look;
  }
  toDOM() {
    const node = document.createElement("span");
    node.className = `cut mark-${this.look}`;
    return node;
  }
}

/** A place over several lines is underlined in its first alone. */
const decoration = (doc) => (mark) =>
  mark.from === mark.to
    ? Decoration.widget({ widget: new Cut(mark.look), side: 1, mark }).range(mark.from)
    : Decoration.mark({ class: `mark-${mark.look}`, mark }).range(mark.from, lineBound(doc, mark));

const lineBound = (doc, { from, to }) => Math.max(from + 1, Math.min(to, doc.lineAt(from).to));

/** @type {StateField<import("@codemirror/view").DecorationSet>} */
const marks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) return Decoration.set(effect.value.map(decoration(transaction.newDoc)), true);
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Lens extends WidgetType {
  /** @param {Chosen} chosen */
  constructor(chosen) {
    super();
    this.chosen = chosen;
  }
  eq(other) {
    return other.chosen === this.chosen;
  }
  toDOM() {
    const { code, message, look, links } = this.chosen;
    const row = document.createElement("div");
    row.className = "lens-row";
    const node = document.createElement("div");
    node.className = `lens ${look}`;
    render(html`<strong>${code}</strong> ${prose(message)} ${links.map(linkView)}`, node);
    row.append(node);
    return row;
  }
  ignoreEvent() {
    return true;
  }
}

const linkView = ({ label, run }) => html`<button @click=${run}>${label}</button>`;

const MARKED_MOST = 300;
const TINTED_MOST = 12;

/** The lines of the chosen place: few are tinted, several have a bar at their side, which alone tells of many. */
function tinted({ from, to }, doc) {
  const first = doc.lineAt(from).number;
  const last = Math.min(doc.lineAt(to).number, first + MARKED_MOST);
  const count = last - first + 1;
  const tint = Decoration.line({ class: count > 1 ? "at span" : "at" });
  const rest = count > TINTED_MOST ? Decoration.line({ class: "span" }) : tint;
  return Array.from({ length: count }, (_, index) => (index ? rest : tint).range(doc.line(first + index).from));
}

function chosenSet(chosen, doc) {
  if (!chosen) return Decoration.none;
  const line = doc.lineAt(chosen.from);
  const end = doc.lineAt(Math.min(chosen.to, line.to)).to;
  const ranges = [
    ...tinted(chosen, doc),
    Decoration.widget({ widget: new Lens(chosen), block: true, side: 1 }).range(end),
  ];
  if (chosen.to > chosen.from && chosen.to <= line.to)
    ranges.push(Decoration.mark({ class: "chosen", chosen }).range(chosen.from, chosen.to));
  return Decoration.set(ranges, true);
}

const chosenField = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setChosen)) return chosenSet(effect.value, transaction.newDoc);
    return transaction.docChanged ? Decoration.none : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Glyph extends GutterMarker {
  constructor(look) {
    super();
    this.look = look;
  }
  eq(other) {
    return other.look === this.look;
  }
  toDOM() {
    return glyphNode(this.look, t(`severity.${this.look}`));
  }
}

const GLYPHS = { fail: new Glyph("fail"), warn: new Glyph("warn"), note: new Glyph("note") };

/** The worst look of each line that a mark begins in. */
function glyphsOf(set, doc) {
  /** @type {Map<number, Look>} */
  const worst = new Map();
  set.between(0, doc.length, (from, _to, { spec }) => {
    const line = doc.lineAt(from).from;
    const known = worst.get(line);
    if (!known || RANK[spec.mark.look] < RANK[known]) worst.set(line, spec.mark.look);
  });
  return RangeSet.of([...worst].sort(([a], [b]) => a - b).map(([line, look]) => GLYPHS[look].range(line)));
}

const glyphField = StateField.define({
  create: () => RangeSet.empty,
  update(value, transaction) {
    const fresh = transaction.effects.some((effect) => effect.is(setMarks));
    return fresh ? glyphsOf(transaction.state.field(marks), transaction.newDoc) : value.map(transaction.changes);
  },
});

/** @param {import("@codemirror/state").EditorState} state */
function marksAt(state, position) {
  const found = [];
  state.field(marks).between(position, position, (_from, _to, { spec }) => {
    found.push(spec.mark);
  });
  return found.sort((a, b) => RANK[a.look] - RANK[b.look]);
}

/**
 * The marks that lie within a slice.
 * @param {import("@codemirror/state").EditorState} state
 */
export function marksIn(state, from, to) {
  const found = [];
  state.field(marks).between(from, to, (start, end, { spec }) => {
    if (start >= from && end <= to) found.push({ ...spec.mark, from: start, to: end });
  });
  return found;
}

/**
 * Where the chosen place stands, if it lies in one line.
 * @param {import("@codemirror/state").EditorState} state
 * @returns {{from: number, to: number} | null}
 */
export function chosenAt(state) {
  let found = null;
  state.field(chosenField).between(0, state.doc.length, (from, to, { spec }) => {
    if (spec.chosen) found = { from, to };
  });
  return found;
}

/** @param {import("@codemirror/state").Transaction} transaction */
export const marksChanged = ({ effects }) => effects.some((effect) => effect.is(setMarks) || effect.is(setChosen));

const hover = hoverTooltip(({ state }, position) => {
  const found = marksAt(state, position);
  if (!found.length) return null;
  return { pos: found[0].from, above: true, create: () => ({ dom: hoverNode(found.slice(0, 6)) }) };
});

function hoverNode(found) {
  const node = document.createElement("div");
  node.className = "hover";
  for (const { look, message } of found) {
    const line = document.createElement("p");
    const words = document.createElement("span");
    render(prose(message), words);
    line.append(glyphNode(look, t(`severity.${look}`)), words);
    node.append(line);
  }
  return node;
}

/** Everything that shows findings, as one extension. The gutter stands left of what is added after it. */
export const findingMarks = [
  marks,
  chosenField,
  glyphField,
  gutter({ class: "cm-glyphs", markers: ({ state }) => state.field(glyphField), initialSpacer: () => GLYPHS.fail }),
  hover,
];

/**
 * The finding whose mark holds the position, the worst first.
 * @param {import("@codemirror/state").EditorState} state
 * @param {number} position
 * @returns {number | null} index of the finding
 */
export const findingAt = (state, position) => marksAt(state, position)[0]?.index ?? null;
