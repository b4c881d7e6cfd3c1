/**
 * Two laid-out texts side by side: aligned, equal stretches folded, changed words on stronger ground. Where there is no
 * room for two, both stand in one column, the left above the right.
 */
import { json } from "@codemirror/lang-json";
import { MergeView, uncollapseUnchanged, unifiedMergeView } from "@codemirror/merge";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, lineNumbers } from "@codemirror/view";
import { t } from "../../dom.js";
import { hanging, hangingRemoved } from "./hang.js";
import { apart } from "./lines-apart.js";
import { nameOf } from "./setup.js";
import { colours, theme } from "./theme.js";

const GRAMMAR_MOST = 500_000;
const SHOWN = { collapseUnchanged: { margin: 3, minSize: 5 }, diffConfig: { override: apart } };
const NARROW = matchMedia("(max-width: 719px)");

const look = EditorView.theme({
  "&": { height: "auto" },
  ".cm-scroller": { overflow: "visible" },
  "&.cm-merge-a .cm-changedLine": { background: "var(--left-bg)" },
  "&.cm-merge-b .cm-changedLine": { background: "var(--right-bg)" },
  "&.cm-merge-a .cm-changedText": { background: "var(--left-em) !important", borderRadius: "2px" },
  "&.cm-merge-b .cm-changedText": { background: "var(--right-em) !important", borderRadius: "2px" },
  "&.cm-merge-a .cm-changedLineGutter": { background: "var(--left)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--right)" },
  ".cm-mergeSpacer": { background: "var(--sunk)" },
  ".cm-collapsedLines": {
    background: "var(--sunk)",
    color: "var(--ink-2)",
    font: ".75rem/24px var(--sans)",
    padding: "0 12px",
    cursor: "pointer",
  },
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: "none !important" },
  ".cm-deletedLineGutter": { background: "var(--left)" },
  ".cm-deletedChunk": { background: "var(--left-bg)", padding: 0 },
  ".cm-deletedChunk .cm-deletedText": { background: "var(--left-em)" },
  ".cm-line.at": { boxShadow: "inset 0 1px var(--accent), inset 0 -1px var(--accent)" },
  "@media (forced-colors: active)": {
    ".cm-changedText, .cm-deletedChunk .cm-deletedText": { outline: "1px solid CanvasText" },
    ".cm-line.at": { outline: "2px solid Highlight", outlineOffset: "-2px" },
  },
});

const setLine = StateEffect.define();
const chosenLine = StateField.define({
  create: () => Decoration.none,
  update(value, { effects }) {
    const effect = effects.find((each) => each.is(setLine));
    if (!effect) return value;
    return effect.value === null ? Decoration.none : Decoration.set(Decoration.line({ class: "at" }).range(effect.value));
  },
  provide: (field) => EditorView.decorations.from(field),
});

const side = (text, name) => ({
  doc: text,
  extensions: [
    lineNumbers(),
    text.length <= GRAMMAR_MOST ? [json(), colours] : [],
    EditorView.lineWrapping,
    hanging,
    EditorState.readOnly.of(true),
    EditorState.phrases.of({ "$ unchanged lines": t("diff.equal") }),
    nameOf(name),
    chosenLine,
    theme,
    look,
  ],
});

/** One column: what the left had stands struck above what the right has. */
function column(left, right, parent, root) {
  const { doc, extensions } = side(right.text, right.name);
  const removed = unifiedMergeView({ original: left.text, mergeControls: false, ...SHOWN });
  return new EditorView({ doc, extensions: [extensions, removed, hangingRemoved], parent, root });
}

export class SideBySide {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.root = host.attachShadow({ mode: "open" });
    this.box = document.createElement("div");
    this.root.append(this.box);
    NARROW.addEventListener("change", () => this.texts && this.set(...this.texts));
  }

  /** @param {{name: string, text: string}} left @param {{name: string, text: string}} right */
  set(left, right) {
    this.clear();
    this.texts = [left, right];
    if (NARROW.matches) this.lone = column(left, right, this.box, this.root);
    else
      this.view = new MergeView({
        a: side(left.text, left.name),
        b: side(right.text, right.name),
        parent: this.box,
        root: this.root,
        ...SHOWN,
      });
  }

  clear() {
    (this.view ?? this.lone)?.destroy();
    this.view = this.lone = this.texts = null;
  }

  /**
   * Mark the lines, counted from 0, on both sides and bring them into sight.
   * @param {number | undefined} left
   * @param {number | undefined} right
   */
  show(left, right) {
    const [one, other] = this.view ? [this.view.a, this.view.b] : [null, this.lone];
    if (one) choose(one, left);
    if (other) choose(other, right);
    const [view, line] = right === undefined ? [one, left] : [other, right];
    if (!view || line === undefined) return;
    const host = /** @type {HTMLElement} */ (this.root.host);
    const { top } = view.lineBlockAt(start(view, line));
    host.scrollTop = top + view.documentTop - host.getBoundingClientRect().top + host.scrollTop - host.clientHeight / 3;
  }
}

const start = ({ state: { doc } }, index) => doc.line(Math.min(index + 1, doc.lines)).from;

function choose(view, index) {
  if (index === undefined) return view.dispatch({ effects: setLine.of(null) });
  const from = start(view, index);
  view.dispatch({ selection: { anchor: from }, effects: [...unfolded(view, from), setLine.of(from)] });
}

/** A chosen line is never folded away: the fold that holds it goes. */
function unfolded(view, from) {
  const block = view.lineBlockAt(from);
  return block.to > view.state.doc.lineAt(from).to ? [uncollapseUnchanged.of(block.from)] : [];
}
