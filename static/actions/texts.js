/**
 * Opening, naming, removing, pasting and saving texts.
 */

/** @typedef {import("./index.js").Handed} Handed */

/** @param {Handed} parts */
export function textActions({ store, editor, documents, cases, keeper, stories, page, say }) {
  return {
    open: (list) => {
      cases.leave();
      documents.open(list);
    },
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
export function pasteActions({ editor, documents, page, say }) {
  return {
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
      say(page.t("said.paste"));
    },
  };
}
