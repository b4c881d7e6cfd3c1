/**
 * Wrapped lines hang under their own indentation. The indents are classes, since the page's policy refuses style
 * attributes.
 */
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";

const MOST = 32;
const WIDTHS = Array.from({ length: MOST + 1 }, (_, width) => width);
const LINES = WIDTHS.map((width) => Decoration.line({ class: `hang-${width}` }));

const indentOf = (text) => /^ */.exec(text.slice(0, MOST))[0].length;

const rules = EditorView.theme(
  Object.fromEntries(
    WIDTHS.map((width) => [
      `:is(.cm-line, .cm-deletedLine).hang-${width}`,
      { paddingLeft: `calc(4px + ${width + 2}ch)`, textIndent: `-${width + 2}ch` },
    ]),
  ),
);

function build({ state, visibleRanges }) {
  const builder = new RangeSetBuilder();
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      builder.add(line.from, line.from, LINES[indentOf(line.text)]);
      at = line.to + 1;
    }
  return builder.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = build(view);
    }
    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = build(update.view);
    }
  },
  { decorations: (value) => value.decorations },
);

/** Lines of a removed chunk are no lines of the document: their blocks get the classes once they are drawn. */
export const hangingRemoved = EditorView.updateListener.of(({ view }) =>
  view.requestMeasure({
    key: "hanging-removed",
    read: () => [...view.contentDOM.querySelectorAll(".cm-deletedLine:not([class*=hang-])")],
    write(lines) {
      for (const line of lines) line.classList.add(`hang-${indentOf(line.textContent)}`);
    },
  }),
);

/** Goes with line wrapping. */
export const hanging = [rules, plugin];
