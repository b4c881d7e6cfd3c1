/**
 * Drafts as a person meets them: the list, going on with one, forgetting them, turning them off.
 */

/** @param {import("./index.js").Handed} parts */
export function keepActions({ store, drafts, cases, say, page }) {
  return {
    showDrafts: () => {
      store.set({ dialog: { kind: "drafts" } });
      drafts.list();
    },
    openDraft: async (draft) => {
      store.set({ dialog: null });
      cases.leave();
      await drafts.resume(draft);
      cases.present(draft.case, { kept: true });
    },
    forgetDraft: ({ id }) => drafts.remove(id),
    forgetDrafts: () => drafts.clear(),
    keepDrafts: async (on) => {
      await drafts.turn(on);
      if (on) cases.changed();
      say(page.t(on ? "said.keeping" : "said.forgotten"));
    },
  };
}
