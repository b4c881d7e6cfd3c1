/**
 * Two laid-out texts side by side: aligned, equal stretches folded, changed words on stronger ground.
 */
import { json } from "@codemirror/lang-json";
import { MergeView } from "@codemirror/merge";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, lineNumbers } from "@codemirror/view";
import { t } from "../../dom.js";
import { nameOf } from "./setup.js";
import { colours, theme } from "./theme.js";

const GRAMMAR_MOST = 500_000;
/** Past these the library compares coarsely instead of holding the page up. */
const EFFORT = { scanLimit: 500, timeout: 150 };

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
  ".cm-line.at": { boxShadow: "inset 0 1px var(--accent), inset 0 -1px var(--accent)" },
});

const setLine = StateEffect.define();
const chosenLine = StateField.define({
  create: () => Decoration.none,
  update(value, { effects }) {
    const effect = effects.find((each) => each.is(setLine));
    return effect ? Decoration.set(Decoration.line({ class: "at" }).range(effect.value)) : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const side = (text, name) => ({
  doc: text,
  extensions: [
    lineNumbers(),
    text.length <= GRAMMAR_MOST ? [json(), colours] : [],
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorState.phrases.of({ "$ unchanged lines": t("diff.equal") }),
    nameOf(name),
    chosenLine,
    theme,
    look,
  ],
});

export class SideBySide {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.root = host.attachShadow({ mode: "open" });
    this.box = document.createElement("div");
    this.root.append(this.box);
  }

  /** @param {{name: string, text: string}} left @param {{name: string, text: string}} right */
  set(left, right) {
    this.clear();
    this.view = new MergeView({
      a: side(left.text, left.name),
      b: side(right.text, right.name),
      parent: this.box,
      root: this.root,
      collapseUnchanged: { margin: 3, minSize: 5 },
      diffConfig: EFFORT,
    });
  }

  clear() {
    this.view?.destroy();
    this.view = null;
  }

  /**
   * Select the lines, counted from 0, on both sides and bring them into sight.
   * @param {number | undefined} left
   * @param {number | undefined} right
   */
  show(left, right) {
    const seen = right === undefined ? [this.view?.a, left] : [this.view?.b, right];
    if (this.view && left !== undefined) select(this.view.a, left);
    if (this.view && right !== undefined) select(this.view.b, right);
    const [view, line] = seen;
    if (!view || line === undefined) return;
    const { top } = view.coordsAtPos(view.state.doc.line(Math.min(line + 1, view.state.doc.lines)).from) ?? {
      top: null,
    };
    const host = /** @type {HTMLElement} */ (this.root.host);
    if (top !== null) host.scrollTop += top - host.getBoundingClientRect().top - host.clientHeight / 3;
  }
}

function select(view, index) {
  const line = view.state.doc.line(Math.min(index + 1, view.state.doc.lines));
  view.dispatch({ selection: { anchor: line.from }, effects: setLine.of(line.from) });
}
