/**
 * Opening, naming, removing, pasting and saving texts.
 */

/** @typedef {import("./index.js").Handed} Handed */

/** A longer text becomes a document of its own at once, which comes in piece by piece. */
const LONG = 500_000;

/** @param {Handed} parts */
export function textActions({ store, editor, documents, cases, keeper, stories, page, say }) {
  return {
    open: (list) => {
      cases.leave();
      documents.open(list);
    },
    addDocument: () => {
      store.set({ pane: "text", whole: false });
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
    clear: () => {
      keeper.forget();
      documents.open([]);
    },
    rename: (id) =>
      store.set({ dialog: { kind: "rename", id, name: store.get().documents.find((entry) => entry.id === id).name } }),
    renamed: (id, name) => {
      documents.rename(id, name);
      store.set({ dialog: null });
    },
    openFiles: () => document.getElementById("files").click(),
    save: () => {
      const { active, documents: list } = store.get();
      page.saveFile(list.find(({ id }) => id === active).name, editor.text(active));
    },
    async files(files) {
      const given = files.length === 1 && files[0].name.endsWith(page.suffix) && page.fromFile(await files[0].text());
      if (given) return cases.present(given);
      const { refused } = await documents.files(files);
      if (refused) say(page.t("said.large", { n: refused }));
    },
    story: (id) => cases.present({ documents: stories.find((story) => story.id === id).documents }),
  };
}

/** @param {Handed} parts */
export function pasteActions({ editor, documents, page, say }, openLink) {
  /** A link to a case, where nothing else is there yet, is opened. */
  const followed = (text) => {
    const fragment = documents.blank() ? page.linkIn(text) : null;
    if (fragment !== null) openLink(fragment);
    return fragment !== null;
  };
  const add = (text) => followed(text) || documents.add([{ name: "", text }]);
  return {
    /** Into the editor, which takes what is short and has no line ends of its own: true when it was taken. */
    pasted(raw) {
      if (followed(raw)) return true;
      if (raw.length <= LONG && !raw.includes("\r")) return false;
      if (!documents.blank() || raw.length <= LONG) return editor.insert(raw);
      documents.open([{ name: "", text: raw }]);
      return true;
    },
    /** Outside any field: a first text, or one more document. */
    pastedAnywhere: add,
    async pasteClipboard() {
      try {
        const text = await navigator.clipboard.readText();
        if (text.trim()) return add(text);
      } catch {
        // Not allowed here: the keys still work, and the editor is where they do.
      }
      editor.focus();
      say(page.t("said.paste"));
    },
  };
}
