/**
 * The editor's own words, those of its search above all, in the language of the page.
 */
import { EditorState } from "@codemirror/state";
import { t } from "../../dom.js";

/** What the editor says, and the key of our words for it. */
const KEYS = {
  Find: "search.find",
  Replace: "search.with",
  next: "search.next",
  previous: "search.previous",
  all: "search.all",
  "match case": "search.case",
  regexp: "search.regexp",
  "by word": "search.word",
  replace: "search.replace",
  "replace all": "search.replaceall",
  close: "search.close",
  "current match": "search.current",
  "on line": "search.line",
  "replaced match on line $": "search.replaced",
  "replaced $ matches": "search.replaced.all",
  "folded code": "search.folded",
  unfold: "search.unfold",
  "Fold line": "search.fold",
  "Unfold line": "search.unfold",
  "Selection deleted": "search.deleted",
  "Control character": "search.control",
};

export const phrases = () =>
  EditorState.phrases.of(Object.fromEntries(Object.entries(KEYS).map(([said, key]) => [said, t(key)])));
