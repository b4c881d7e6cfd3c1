/**
 * Running and cancelling checks, dialogs, theme, focus, title.
 */

/** The time for one check that a person may choose when the usual one did not do, in seconds. */
const LONGER = 20;

/** @typedef {import("./index.js").Handed} Handed */

const WIDE = "(min-width: 880px)";

/** @param {Handed} parts */
export function runActions({ engine, check }) {
  return {
    cancel: () => engine.cancel(),
    again: () => check.again(),
    moreTime: () => {
      engine.seconds = LONGER;
      check.again();
    },
    retry: () => {
      engine.restart();
      check.again();
    },
    retryPlain: () => {
      engine.restart({ plain: true });
      check.again();
    },
  };
}

/** @param {Handed} parts */
export function dialogActions({ store }) {
  return {
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
  };
}

/** @param {Handed} parts */
export function lookActions({ store, engine, editor, check, cases, page, select, say }) {
  return {
    theme: () => store.set({ theme: page.setTheme(page.nextTheme(store.get().theme)) }),
    /** A choice made on purpose: it is remembered, and travels with links. */
    language(tag) {
      page.chooseLanguage(tag);
      page.speak(tag);
      store.set({ chosen: tag });
      cases.looked();
      check.again();
    },
    find: () => {
      store.set({ pane: "text" });
      editor.find();
    },
    undo: () => editor.undo(),
    toggleInner: () => {
      store.set({ pane: "text" });
      if (!editor.toggleInner()) say(page.t("said.inner"));
    },
    toggleWrap: () => {
      const wrap = store.get().wrap === false;
      editor.setWrap(wrap);
      store.set({ wrap });
    },
    pane: (by) => movePane(by, store, editor),
    /** Out of the editor to the line below it, from where Tab leads on. */
    escape: () => {
      if (select.pending(store.get()) && store.get().engine.state === "busy") engine.cancel();
      else if (document.activeElement?.id === "editor")
        document.getElementById("foot").focus();
    },
    title: (state) => titleOf(state, page, select),
  };
}

const MARK = {
  pass: "✓",
  warning: "⚠",
  fail: "✕",
  unchecked: "?",
  nothing: "○",
  busy: "…",
  failed: "!",
};

/** Glyph and tool for title and favicon. */
function titleOf(state, page, select) {
  if (state.engine.state === "failed") return { glyph: "fatal", mark: MARK.failed, name: "" };
  if (select.pending(state)) return { glyph: "busy", mark: MARK.busy, name: "" };
  if (!state.trace) return { glyph: "brand", mark: "", name: "" };
  const { status } = state.trace.verdict;
  return { glyph: select.GLYPH[status] ?? "brand", mark: MARK[status] ?? "", name: page.subject(state) };
}

/** The parts of the page that F6 goes round: editor, calls, findings, detail. */
const PANES = [
  "#editor",
  ".calls [data-testid=call][tabindex='0']",
  "[data-testid=finding][tabindex='0']",
  "#detail-host [role=tab][tabindex='0']",
  ".story",
];

function movePane(by, store, editor) {
  const stops = PANES.map((query) => document.querySelector(query)).filter((node) => node?.checkVisibility() ?? false);
  if (!matchMedia(WIDE).matches) return store.set({ pane: store.get().pane === "text" ? "result" : "text" });
  const at = stops.findIndex(
    (node) => node.contains(document.activeElement) || node.closest("section, table")?.contains(document.activeElement),
  );
  const next = /** @type {HTMLElement | undefined} */ (
    stops[(at < 0 && by < 0 ? 0 : at + by + stops.length) % stops.length]
  );
  if (next?.id === "editor") editor.focus();
  else next?.focus();
}
