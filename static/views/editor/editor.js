/**
 * The editor of the documents: one view, one state a document, raw text in and out.
 */
import { undo } from "@codemirror/commands";
import { openSearchPanel, searchPanelOpen } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { fromRaw, inserted, loading, rawText, toRaw } from "./lines.js";
import { findingAt, setChosen, setMarks } from "./marks.js";
import { createState, nameOf, naming, wrapOf, wrapping, writing } from "./setup.js";
import { toggleInner } from "./unfold.js";

/**
 * @typedef {object} Hooks
 * @property {() => void} changed a text was changed by the user
 * @property {(id: number) => void} replaced the whole of a text gave way to another, before `changed`
 * @property {(cursor: object) => void} moved
 * @property {(index: number) => void} pressed a mark was pressed
 * @property {(files: FileList) => void} files files were pasted
 * @property {(raw: string) => boolean} pasted a text; true when it was taken
 * @property {() => void} leave Escape in the editor
 *
 * @typedef {{name: string, state: EditorState, raw: string | null, loaded: number}} Entry raw is null once the text was edited
 */

/** A piece of a long text that is brought in at once: more holds the page up for longer than a person does not notice. */
const SLICE = 200_000;

/** Whether nothing stays of what stood there. @param {import("@codemirror/state").Transaction} transaction */
function replaces({ changes, startState }) {
  let whole = false;
  changes.iterChangedRanges((from, to) => {
    whole ||= from === 0 && to === startState.doc.length;
  });
  return whole;
}

export class Editor {
  /**
   * @param {HTMLElement} host
   * @param {Hooks} hooks
   * @param {boolean} [fixed] whether the text is only shown
   */
  constructor(host, hooks, fixed = false) {
    this.fixed = fixed;
    this.hooks = hooks;
    this.wrap = true;
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
    this.shown = 0;
    const root = host.attachShadow({ mode: "open" });
    this.view = new EditorView({ parent: root, root });
  }

  /** Open a text as a document, or give an open document another text. */
  set(id, name, raw) {
    const first = raw.length > SLICE ? raw.slice(0, cutAt(raw, SLICE)) : raw;
    const state = createState(raw, first, {
      name,
      wrap: this.wrap,
      keys: this.#keys(),
      listen: this.#listen(),
      fixed: this.fixed,
    });
    this.entries.set(id, { name, state, raw, loaded: first.length });
    if (id === this.shown) this.view.setState(state);
    if (first.length < raw.length) setTimeout(() => this.#load(id, raw));
  }

  /** Bring in the next slice of a long text, and come again for the rest. */
  #load(id, raw) {
    const entry = this.entries.get(id);
    if (entry?.raw !== raw) return;
    const to = cutAt(raw, entry.loaded + SLICE);
    const state = this.#state(id);
    const done = to >= raw.length;
    this.#dispatch(id, {
      changes: { from: state.doc.length, insert: state.toText(raw.slice(entry.loaded, to)) },
      annotations: [loading.of(true)],
      effects: done ? writing.reconfigure(EditorState.readOnly.of(this.fixed)) : [],
    });
    entry.loaded = to;
    if (done) this.onloaded?.(id);
    else setTimeout(() => this.#load(id, raw));
  }

  /** Told the id of a long document that has arrived whole. @type {((id: number) => void) | null} */
  onloaded = null;

  show(id) {
    if (id === this.shown) return;
    if (this.entries.has(this.shown)) this.entries.get(this.shown).state = this.view.state;
    this.shown = id;
    this.view.setState(this.entries.get(id).state);
    this.#moved();
  }

  remove(id) {
    this.entries.delete(id);
  }

  rename(id, name) {
    this.entries.get(id).name = name;
    this.#dispatch(id, { effects: naming.reconfigure(nameOf(name)) });
  }

  /** The raw text of a document. */
  text(id) {
    const entry = this.entries.get(id);
    entry.raw ??= rawText(this.#state(id));
    return entry.raw;
  }

  /** Whether a document is still there with a text that it had. */
  holds(id, raw) {
    return this.entries.has(id) && this.text(id) === raw;
  }

  /** Its length without joining it: exact up to two-character line ends. */
  length(id) {
    const entry = this.entries.get(id);
    return entry.raw?.length ?? this.#state(id).doc.length;
  }

  /** Whether there is nothing but white space in it. */
  blank(id) {
    const { doc } = this.#state(id);
    if (doc.length > 1000) return false;
    return doc.toString().trim() === "";
  }

  /**
   * Show a document's findings, and the chosen one of them.
   * @param {{start: number, end: number, look: string, code: string, message: string, index: number}[]} marks raw offsets
   * @param {object | null} chosen as in `choose`
   */
  mark(id, marks, chosen) {
    const state = this.#state(id);
    const effects = [setMarks.of(marks.map((mark) => this.#positioned(state, mark))), this.#choosing(state, chosen)];
    this.#dispatch(id, { effects });
  }

  #positioned(state, { start, end, ...rest }) {
    return { ...rest, from: fromRaw(state, start), to: fromRaw(state, end) };
  }

  /** Tint the chosen finding's place and write its words below; null takes both away. */
  choose(id, chosen) {
    this.#dispatch(id, { effects: this.#choosing(this.#state(id), chosen) });
  }

  #choosing(state, chosen) {
    return setChosen.of(chosen && /** @type {any} */ (this.#positioned(state, chosen)));
  }

  /** Select an exact slice of the raw text and bring it into sight. */
  select(id, start, end, focus = true) {
    this.show(id);
    const { state } = this.view;
    const [anchor, head] = [fromRaw(state, start), fromRaw(state, end)];
    this.view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: "center", x: "center" }),
    });
    if (focus) this.view.focus();
  }

  /** Bring a place into sight, the selection as it was. */
  reveal(id, start) {
    if (id !== this.shown) return;
    this.view.dispatch({
      effects: EditorView.scrollIntoView(fromRaw(this.view.state, start), { y: "center", x: "center" }),
    });
  }

  /**
   * Apply edits as one change that undo takes back.
   * @param {{start: number, end: number, inserted: string}[]} edits raw offsets
   */
  apply(id, edits) {
    const state = this.#state(id);
    const changes = edits.map((edit) => ({
      from: fromRaw(state, edit.start),
      to: fromRaw(state, edit.end),
      insert: edit.inserted,
    }));
    this.#dispatch(id, { changes, userEvent: "input.fix" });
  }

  setWrap(wrap) {
    this.wrap = wrap;
    for (const id of this.entries.keys())
      this.#dispatch(id, { effects: wrapping.reconfigure(wrapOf(this.text(id), wrap)) });
  }

  focus() {
    this.view.focus();
  }

  find() {
    openSearchPanel(this.view);
  }

  undo() {
    undo(this.view);
  }

  /** Open or close the JSON in the string at the caret. @returns {boolean} whether there is such a string */
  toggleInner() {
    return toggleInner(this.view);
  }

  /** Put text where the caret is, as a paste would. */
  insert(raw) {
    const { state } = this.view;
    if (state.doc.length === 0 && raw.length > SLICE) return false;
    const change = state.replaceSelection(state.toText(raw));
    this.view.dispatch(change, { annotations: inserted.of(raw), userEvent: "input.paste", scrollIntoView: true });
    return true;
  }

  #state(id) {
    return id === this.shown ? this.view.state : this.entries.get(id).state;
  }

  #dispatch(id, spec) {
    if (id === this.shown) this.view.dispatch(spec);
    else {
      const entry = this.entries.get(id);
      const transaction = entry.state.update(spec);
      entry.state = transaction.state;
      if (transaction.docChanged && !transaction.annotation(loading)) this.#edited(id, [transaction]);
    }
  }

  #edited(id, transactions) {
    this.entries.get(id).raw = null;
    if (transactions.some(replaces)) this.hooks.replaced(id);
    this.hooks.changed();
  }

  #keys() {
    return [
      {
        key: "Escape",
        run: ({ state }) => {
          if (!searchPanelOpen(state)) this.hooks.leave();
          return false;
        },
      },
    ];
  }

  #listen() {
    return [
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.every((each) => each.annotation(loading)))
          this.#edited(this.shown, update.transactions);
        if (update.selectionSet || update.docChanged) this.#moved();
      }),
      EditorView.domEventHandlers({
        paste: (event) => this.#paste(event),
        drop: (event) => Boolean(event.dataTransfer?.files.length),
        click: (event, view) => this.#pressed(view, event),
      }),
    ];
  }

  #paste(event) {
    const { files } = event.clipboardData;
    const raw = event.clipboardData.getData("text/plain");
    if (files.length && !raw) this.hooks.files(files);
    else return raw !== "" && this.hooks.pasted(raw);
    return true;
  }

  #pressed(view, event) {
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const found = position === null || !view.state.selection.main.empty ? null : findingAt(view.state, position);
    if (found !== null) this.hooks.pressed(found);
    return false;
  }

  #moved() {
    const { state } = this.view;
    const { from, to, head } = state.selection.main;
    const line = state.doc.lineAt(from);
    this.hooks.moved({
      line: line.number,
      column: from - line.from + 1,
      lastColumn: to <= line.to ? to - line.from : null,
      selected: toRaw(state, to) - toRaw(state, from),
      lines: state.doc.lines,
      head,
    });
  }
}

/** Never between the two characters of a line end, nor of a surrogate pair. */
function cutAt(raw, at) {
  if (at >= raw.length) return raw.length;
  const code = raw.charCodeAt(at);
  return raw[at] === "\n" || (code >= 0xdc00 && code <= 0xdfff) ? at + 1 : at;
}
