/**
 * JSON in a string, opened below its line: a sign before each such string, and for those that are open the value laid out, with
 * the findings in it. The text itself is never touched.
 */
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import { t } from "../../dom.js";
import { innerStrings, laidOut } from "./inner.js";
import { chosenAt, marksChanged, marksIn } from "./marks.js";

/** Longer lines are not searched for strings, and no more than so many lines are shown of one. */
const LINE_MOST = 200_000;
const LINES_MOST = 1000;
const STEP = 2;

/** Opens or closes the string whose quote stands at a position. @type {import("@codemirror/state").StateEffectType<number>} */
const toggled = StateEffect.define();

/** The strings with JSON in them of a line, in positions of the document. */
function* stringsOf(line) {
  if (line.length > LINE_MOST) return;
  for (const { from, to } of innerStrings(line.text)) yield { from: line.from + from, to: line.from + to };
}

function stringAt(doc, quote) {
  for (const each of stringsOf(doc.lineAt(quote))) if (each.from - 1 === quote) return each;
  return null;
}

/** @typedef {{from: number, to: number, look: string, message?: string}} Tint */

class Inner extends WidgetType {
  /** @param {string} slice @param {number} from @param {Tint[]} tints @param {number} number of its line */
  constructor(slice, from, tints, number) {
    super();
    this.parts = { slice, from, tints, number };
    this.key = JSON.stringify([slice, number, tints.map(({ look, ...at }) => [look, at.from - from, at.to - from])]);
  }
  eq(other) {
    return other.key === this.key;
  }
  toDOM() {
    const { slice, from, tints, number } = this.parts;
    const { lines, whole } = laidOut(slice, from);
    const node = element("div", "inner");
    node.setAttribute("role", "group");
    node.setAttribute("aria-label", t("editor.inner.label", { n: number }));
    node.append(...lines.slice(0, LINES_MOST).map((line) => lineNode(line, tints)));
    const more = Math.max(0, lines.length - LINES_MOST);
    if (more || !whole) node.append(element("div", "more", more ? t("editor.inner.more", { n: more }) : t("editor.inner.cut")));
    const row = element("div", "inner-row");
    row.append(node);
    return row;
  }
  ignoreEvent() {
    return true;
  }
}

function element(name, className, text = "") {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}

function lineNode({ depth, layer, pieces }, tints) {
  const node = element("div", layer ? "deeper" : "");
  const indent = depth * STEP;
  node.style.paddingLeft = `${indent + STEP}ch`;
  node.style.textIndent = `-${indent + STEP}ch`;
  node.append(" ".repeat(indent), ...pieces.flatMap((piece) => pieceNodes(piece, tints)));
  return node;
}

/**
 * A piece in parts that lie within or outside of each tint; what has no breadth stands before its sign, and a space of the
 * layout's own is tinted where both its neighbours are.
 */
function pieceNodes({ text, at, kind }, tints) {
  const own = at[0] === at[text.length];
  const mine = tints.filter(({ from, to }) =>
    own ? from < at[0] && to > at[0] : from <= at[text.length] && Math.max(to, from + 1) > at[0],
  );
  if (!mine.length) return [element("span", kind && `in-${kind}`, text)];
  const nodes = [];
  for (let index = 0; index < text.length;) {
    const here = mine.filter((tint) => holds(tint, at[index]));
    let end = index + 1;
    while (end < text.length && mine.every((tint) => holds(tint, at[end]) === here.includes(tint))) end += 1;
    const gaps = mine.filter(({ from, to }) => from === to && at.slice(index, end).includes(from));
    nodes.push(...gaps.map(({ look }) => element("span", `cut mark-${look}`)));
    const node = element("span", [kind && `in-${kind}`, ...here.map(({ look }) => classOf(look))].filter(Boolean).join(" "));
    node.textContent = text.slice(index, end);
    node.title = here.map(({ message }) => message ?? "").filter(Boolean).join("\n");
    nodes.push(node);
    index = end;
  }
  return nodes;
}

const holds = ({ from, to }, place) => from <= place && place < to;
const classOf = (look) => (look === "chosen" ? "chosen" : `mark-${look}`);

function blockOf(state, { from, to }) {
  const { doc } = state;
  const line = doc.lineAt(from);
  const chosen = chosenAt(state);
  const tints = marksIn(state, from, to);
  if (chosen && chosen.from >= from && chosen.to <= to) tints.push({ ...chosen, look: "chosen" });
  const widget = new Inner(doc.sliceString(from, to), from, tints, line.number);
  return Decoration.widget({ widget, block: true, side: 2 }).range(line.to);
}

/** @typedef {{open: number[], blocks: import("@codemirror/view").DecorationSet}} Unfolded  open: positions of quotes */

/** @type {StateField<Unfolded>} */
const unfolded = StateField.define({
  create: () => ({ open: [], blocks: Decoration.none }),
  update(value, transaction) {
    let { open } = value;
    for (const effect of transaction.effects)
      if (effect.is(toggled)) open = open.includes(effect.value) ? open.filter((each) => each !== effect.value) : [...open, effect.value];
    if (!open.length && !value.open.length) return value;
    if (open === value.open && !transaction.docChanged && !marksChanged(transaction)) return value;
    const doc = transaction.newDoc;
    const moved = transaction.docChanged ? open.map((quote) => transaction.changes.mapPos(quote, 1)) : open;
    const there = moved.filter((quote) => stringAt(doc, quote)).sort((a, b) => a - b);
    const blocks = there.map((quote) => blockOf(transaction.state, stringAt(doc, quote)));
    return { open: there, blocks: Decoration.set(blocks, true) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ blocks }) => blocks),
});

/** The button before a string, which shows whether it is open. */
class Sign extends WidgetType {
  constructor(open) {
    super();
    this.open = open;
  }
  eq(other) {
    return other.open === this.open;
  }
  toDOM(view) {
    const node = element("button", "cm-inner", this.open ? "▾" : "▸");
    const label = t(this.open ? "editor.inner.close" : "editor.inner.open");
    node.setAttribute("aria-label", label);
    node.setAttribute("aria-expanded", String(this.open));
    node.title = `${label} (${t("key.inner")})`;
    node.tabIndex = -1;
    node.addEventListener("mousedown", (event) => event.preventDefault());
    node.addEventListener("click", () => view.dispatch({ effects: toggled.of(view.posAtDOM(node)) }));
    return node;
  }
  ignoreEvent() {
    return true;
  }
}

const SIGNS = { true: new Sign(true), false: new Sign(false) };

function signsOf({ state, visibleRanges }) {
  const { open } = state.field(unfolded);
  const signs = [];
  let done = -1;
  for (const { from, to } of visibleRanges)
    for (let at = Math.max(from, done + 1); at <= to;) {
      const line = state.doc.lineAt(at);
      for (const { from: start } of stringsOf(line))
        signs.push(Decoration.widget({ widget: SIGNS[`${open.includes(start - 1)}`], side: -1 }).range(start - 1));
      done = line.to;
      at = line.to + 1;
    }
  return Decoration.set(signs);
}

const signs = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = signsOf(view);
    }
    update(update) {
      const turned = update.startState.field(unfolded).open !== update.state.field(unfolded).open;
      if (update.docChanged || update.viewportChanged || turned) this.decorations = signsOf(update.view);
    }
  },
  { decorations: (value) => value.decorations },
);

export const unfolding = [unfolded, signs];

/**
 * Open or close the string that the caret is in, or else the first of its line that holds JSON.
 * @param {EditorView} view
 * @returns {boolean} whether there is one
 */
export function toggleInner(view) {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const strings = [...stringsOf(doc.lineAt(head))];
  const found = strings.find(({ from, to }) => from <= head && head <= to) ?? strings[0];
  if (found) view.dispatch({ effects: toggled.of(found.from - 1) });
  return Boolean(found);
}
