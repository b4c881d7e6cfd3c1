/**
 * What a person can do on the page, as functions for the views and keys.
 * Everything they work on is handed in, so that this module knows no other.
 *
 * @typedef {object} Parts
 * @property {{get: () => any, set: (patch: object) => void}} store
 * @property {any} engine
 * @property {any} editor
 * @property {any} documents
 * @property {any} choice
 * @property {any} check
 * @property {any} share
 * @property {(parts: any) => object} sharing
 * @property {any} unwrap
 * @property {{id: string, documents: {name: string, text: string}[]}[]} stories
 * @property {any} page services of the page: words, clipboard, files, look, reports
 */

const WIDE = "(min-width: 880px)";

/** @param {Parts} parts */
export function createActions(parts) {
  const { store, engine, editor, documents, choice, check, unwrap, stories, page } = parts;
  const { t } = page;
  const say = (words) => {
    store.set({ said: words });
    setTimeout(() => store.get().said === words && store.set({ said: "" }), 4000);
  };
  const copy = async (text) => say(t((await page.copyText(text)) ? "said.copied" : "said.uncopied"));
  const fresh = () => store.get().phase === "fresh";
  const pickFiles = () => document.getElementById("files");

  const texts = {
    open: documents.open,
    addDocument: () => {
      store.set({ pane: "text" });
      documents.fresh();
    },
    showId: documents.show,
    showDocument: (name) => {
      const entry = documents.byName(name);
      if (entry) {
        store.set({ pane: "text" });
        documents.show(entry.id);
      }
    },
    remove: documents.remove,
    clear: () => documents.open([]),
    rename: (id) =>
      store.set({ dialog: { kind: "rename", id, name: store.get().documents.find((entry) => entry.id === id).name } }),
    renamed: (id, name) => {
      documents.rename(id, name);
      store.set({ dialog: null });
    },
    openFiles: () => pickFiles().click(),
    save: () => {
      const { active, documents: list } = store.get();
      page.saveFile(list.find(({ id }) => id === active).name, editor.text(active));
    },
    async files(files) {
      const { refused } = await documents.files(files);
      if (refused) say(t("said.large", { n: refused }));
    },
    story: (id) => documents.open(stories.find((story) => story.id === id).documents),
  };

  const pasting = {
    /** Into the editor: true when it was taken. */
    pasted(raw) {
      if (documents.blank() && raw.length > 500_000) documents.open([{ name: "untitled", text: raw }]);
      else return editor.insert(raw);
      return true;
    },
    /** Outside any field: a first text, or one more document. */
    pastedAnywhere: (text) => documents.add([{ name: "untitled", text }]),
    async pasteClipboard() {
      try {
        const text = await navigator.clipboard.readText();
        if (text.trim()) return documents.add([{ name: "untitled", text }]);
      } catch {
        // Not allowed here: the keys still work, and the editor is where they do.
      }
      editor.focus();
      say(t("said.paste"));
    },
  };

  const chosen = {
    chooseCall: (index) => choice.call(index),
    chooseHop: (hop) => choice.hop(hop),
    chooseFinding: (index) => choice.finding(index),
    chooseCause: () => choice.cause(),
    showCall: () => choice.showCall(),
    showPlace: (place) => {
      store.set({ whole: false });
      choice.place(place);
    },
    step: (by) => fresh() && choice.step(by),
    position: () => parts.select.listed(store.get()).findIndex(({ index }) => index === store.get().finding),
    filter: (patch) => store.set({ filter: { ...store.get().filter, ...patch } }),
    toggleAll: () => store.set({ all: !store.get().all }),
    tab: (tab) => store.set({ tab }),
    toPane: (pane) => store.set({ pane }),
    view(view, push = true) {
      if (view === store.get().view) return;
      if (push) history.pushState({ view }, "", location.href);
      store.set({ view, finding: null, call: null, change: null, whole: true, arrived: true });
      check.again();
    },
    option(patch) {
      store.set({ options: { ...store.get().options, ...patch } });
      check.again();
    },
    sides(patch) {
      store.set({ sides: patch });
      check.again();
    },
    compare(patch) {
      store.set({ compared: patch, change: null });
      check.again();
    },
    swap: () => {
      const { left, right } = store.get().trace.sides;
      chosen.compare({ left: right, right: left });
    },
    toggleWhole: () => store.set({ whole: !store.get().whole }),
    chooseChange(index) {
      store.set({ change: index });
      page.showChange(store.get().trace.changes[index]);
    },
    stepChange(by) {
      const { trace, change } = store.get();
      if (trace.changes.length)
        chosen.chooseChange(((change ?? (by > 0 ? -1 : 0)) + by + trace.changes.length) % trace.changes.length);
    },
    chooseTool: (tool) => store.set({ tool }),
    filterTools: (toolFilter) => store.set({ toolFilter }),
    copyPatch: () => copy(store.get().trace.patch_text),
    /** Lay the shown document out in place, where that changes nothing but white space; else show what it would take. */
    async formatHere() {
      const { active, options, phase } = store.get();
      if (phase === "empty") return;
      const text = editor.text(active);
      const { text: laid, completeness } = await engine.request("format", { text, indent: options.indent });
      if (completeness !== "complete") chosen.view("format");
      else if (laid !== text) editor.apply(active, [{ start: 0, end: text.length, inserted: laid }]);
    },
    copyResult: () => copy(store.get().trace.text),
    replaceText: () => {
      const { active, trace } = store.get();
      editor.apply(active, [{ start: 0, end: editor.text(active).length, inserted: trace.text }]);
    },
  };

  /** Slices belong to the text of their result: once read they stand, also while a newer text waits to be checked. */
  const slices = new WeakMap();
  const slice = (place) => {
    const { trace } = store.get();
    if (!slices.has(trace)) slices.set(trace, new Map());
    const known = slices.get(trace);
    const key = `${place.start} ${place.end} ${place.document}`;
    if (!known.has(key)) known.set(key, documents.slice(place));
    return known.get(key);
  };

  const reading = {
    slice,
    inner: (place) => page.unescaped(slice(place), place.path.length - 1),
    unwrapped: unwrap.laid,
    pretty: (text) => unwrap.laid(text) ?? text,
    dialect: (id) => store.get().dialects?.[id] ?? id,
    copy,
    copyReply: (call) => call?.reply && copy(call.reply.text),
    copyReport: () => store.get().trace && copy(page.reportOf(store.get(), slice)),
    copyFinding: (index) => copy(page.findingLine(store.get().trace.findings[index], slice)),
    copyDetails: () => copy(JSON.stringify(detailsOf(store.get().engine), null, 2)),
    fix(index) {
      const { fix, at } = store.get().trace.findings[index];
      const groups = Map.groupBy(fix.edits, (edit) => edit.document ?? at.document);
      for (const [name, edits] of groups) {
        const entry = documents.byName(name);
        if (entry) {
          documents.show(entry.id);
          editor.apply(entry.id, edits);
        }
      }
      say(t("said.fixed"));
    },
  };

  const running = {
    cancel: () => engine.cancel(),
    again: () => check.again(),
    retry: () => {
      engine.restart();
      check.again();
    },
    retryPlain: () => {
      engine.restart({ plain: true });
      check.again();
    },
  };

  const looking = {
    theme: () => store.set({ theme: setThemeOf(store, page) }),
    help: () => store.set({ dialog: { kind: "help", part: "hops" } }),
    helpPart: (part) => store.set({ dialog: { kind: "help", part } }),
    helpFilter: (filter) => store.set({ dialog: { ...store.get().dialog, filter } }),
    explain: (code) => store.set({ dialog: { kind: "help", part: "codes", code } }),
    openPalette: () => store.set({ dialog: { kind: "palette", filter: "", at: 0 } }),
    palette: (patch) => store.set({ dialog: { ...store.get().dialog, ...patch } }),
    runCommand: ({ run }) => {
      store.set({ dialog: null });
      run();
    },
    closeDialog: () => store.set({ dialog: null }),
    find: () => {
      store.set({ pane: "text" });
      editor.find();
    },
    undo: () => editor.undo(),
    toggleWrap: () => {
      const wrap = store.get().wrap === false;
      editor.setWrap(wrap);
      store.set({ wrap });
    },
    pane: (by) => movePane(by, store),
    escape: () => {
      if (store.get().phase === "checking" && store.get().engine.state === "busy") engine.cancel();
      else if (document.activeElement?.id === "editor")
        document.getElementById("text").querySelector("[role=tab][aria-selected=true]")?.focus();
    },
    title: () => titleOf(store.get(), page, parts.select),
  };

  const act = { ...texts, ...pasting, ...chosen, ...reading, ...running, ...looking, ...parts.sharing(parts), say };
  return { ...act, commands: (views) => page.commandsOf(act, views, stories, store.get(), t) };
}

const setThemeOf = (store, page) => page.setTheme(page.nextTheme(store.get().theme));

const detailsOf = ({ fatal, stage, kind, note }) => ({
  code: fatal?.code,
  message: fatal?.message,
  data: fatal?.data,
  stage,
  kind,
  note: note?.code ?? null,
  agent: navigator.userAgent,
});

const MARK = {
  pass: "✓",
  warning: "⚠",
  fail: "✕",
  unchecked: "?",
  nothing: "○",
  starting: "…",
  busy: "…",
  failed: "!",
};
const FAVICON = {
  pass: "ok",
  warning: "warn",
  fail: "fail",
  unchecked: "unchecked",
  nothing: "nothing",
  busy: "busy",
  failed: "fatal",
};

/** Glyph and tool for title and favicon. */
function titleOf(state, page, select) {
  if (state.engine.state === "failed") return { glyph: "fatal", mark: MARK.failed, name: "" };
  if (state.phase === "checking") return { glyph: "busy", mark: MARK.busy, name: "" };
  if (!state.trace) return { glyph: "brand", mark: "", name: "" };
  const { status } = state.trace.verdict;
  return { glyph: FAVICON[status] ?? "brand", mark: MARK[status] ?? "", name: page.subject(state, select) };
}

/** The parts of the page that F6 goes round: editor, calls, findings, detail. */
const PANES = [
  "#editor",
  ".calls [data-testid=call][tabindex='0']",
  "[data-testid=finding][tabindex='0']",
  "#detail-host [role=tab][tabindex='0']",
  ".story",
];

function movePane(by, store) {
  const stops = PANES.map((query) => document.querySelector(query)).filter((node) => node?.checkVisibility() ?? false);
  if (!matchMedia(WIDE).matches) return store.set({ pane: store.get().pane === "text" ? "result" : "text" });
  const at = stops.findIndex(
    (node) => node.contains(document.activeElement) || node.closest("section, table")?.contains(document.activeElement),
  );
  /** @type {HTMLElement} */ (stops[(at + by + stops.length) % stops.length])?.focus();
}
