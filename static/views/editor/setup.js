/**
 * What an editor state is made of, by the size of its text: no grammar above 1 MB, no wrapping of very long lines.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from "@codemirror/view";
import { t } from "../../dom.js";
import { hanging } from "./hang.js";
import { lineEnds, measure } from "./lines.js";
import { findingMarks } from "./marks.js";
import { phrases } from "./phrases.js";
import { colours, theme } from "./theme.js";
import { unfolding } from "./unfold.js";

const GRAMMAR_MOST = 1_000_000;
const WRAP_MOST = 10_000;
export const wrapping = new Compartment();
export const naming = new Compartment();
export const writing = new Compartment();

const folding = codeFolding({
  preparePlaceholder: (state, { from, to }) => state.doc.lineAt(to).number - state.doc.lineAt(from).number - 1,
  placeholderDOM(_view, onclick, lines) {
    const node = document.createElement("button");
    node.className = "cm-foldPlaceholder";
    node.textContent = lines > 0 ? t("editor.folded", { n: lines }) : "…";
    node.addEventListener("click", onclick);
    return node;
  },
});

/** The length of the longest line, or of the first that is too long to be wrapped. @param {string} text */
function longestLine(text) {
  let longest = 0;
  for (let from = 0; from < text.length && longest <= WRAP_MOST;) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    longest = Math.max(longest, to - from);
    from = to + 1;
  }
  return longest;
}

/** @param {string} name what the text is called, for screen readers */
export const nameOf = (name) => EditorView.contentAttributes.of({ "aria-label": name });

/** What may come into a document that is empty still. */
function invitation() {
  const node = document.createElement("span");
  node.textContent = t("editor.empty");
  return node;
}

const always = (keys) => [
  history(),
  drawSelection(),
  rectangularSelection(),
  highlightSpecialChars(),
  highlightActiveLineGutter(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  keymap.of([...keys, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap]),
  EditorView.contentAttributes.of({
    spellcheck: "false",
    autocapitalize: "off",
    autocorrect: "off",
    "data-gramm": "false",
    tabindex: "0",
  }),
  theme,
];

/**
 * @param {string} raw the whole text
 * @param {string} first the part of it to begin with
 * @param {object} options
 * @param {string} options.name
 * @param {boolean} options.wrap whether to wrap where the lines allow it
 * @param {readonly import("@codemirror/view").KeyBinding[]} options.keys
 * @param {import("@codemirror/state").Extension} options.listen
 * @param {boolean} options.fixed whether the text is only shown
 */
export function createState(raw, first, { name, wrap, keys, listen, fixed }) {
  const small = raw.length <= GRAMMAR_MOST;
  return EditorState.create({
    doc: first,
    extensions: [
      lineEnds.init(() => measure(raw)),
      phrases(),
      findingMarks,
      unfolding,
      lineNumbers(),
      small ? [json(), colours, folding, foldGutter({ openText: "▾", closedText: "▸" })] : [],
      wrapping.of(wrapOf(raw, wrap)),
      naming.of(nameOf(name)),
      writing.of(EditorState.readOnly.of(fixed || first.length < raw.length)),
      fixed ? [] : placeholder(invitation),
      always(keys),
      listen,
    ],
  });
}

/** @param {string} raw @param {boolean} wrap */
export const wrapOf = (raw, wrap) => (wrap && longestLine(raw) <= WRAP_MOST ? [EditorView.lineWrapping, hanging] : []);
