/**
 * What a person can do with links: make one, let a secret through, open one, leave one behind.
 */

/** @param {import("./index.js").Handed} parts */
export function shareActions({ store, documents, share, check, page }) {
  const stateNow = () => ({ documents: documents.all(), view: store.get().view, options: {} });
  const make = async (keep) => {
    store.set({ dialog: { kind: "share", made: store.get().dialog?.made ?? null, error: null, keep, carriers: [] } });
    try {
      const made = await share.write(stateNow(), keep);
      store.set({ dialog: { kind: "share", made, error: null, keep, carriers: page.carriers(made.length) } });
    } catch (error) {
      if (error.code !== "superseded") store.set({ dialog: { kind: "share", made: null, error, keep, carriers: [] } });
    }
  };
  return {
    share: () => make([]),
    keepSecret: (index) => {
      const { keep } = store.get().dialog;
      return make(keep.includes(index) ? keep.filter((each) => each !== index) : [...keep, index]);
    },
    saveCase: () => page.saveFile("case.hopscope.json", JSON.stringify(stateNow(), null, 2)),
    dismissLink: () => {
      store.set({ link: null });
      check.again();
    },
    async openLink(fragment) {
      if (fragment === null) return;
      store.set({ opening: true });
      try {
        const { state, findings } = await share.read(fragment);
        if (!state) return store.set({ opening: false, link: { findings, message: "" } });
        store.set({ opening: false, linked: false, ...(page.views.includes(state.view) ? { view: state.view } : {}) });
        documents.open(state.documents);
        store.set({ linked: true });
      } catch (error) {
        store.set({ opening: false, link: { findings: [], message: error.message } });
      }
    },
    /** The address names the text it was opened with; an edited text leaves that behind, one step back. */
    leaveLink() {
      if (!store.get().linked) return;
      store.set({ linked: false });
      history.pushState({ view: store.get().view }, "", location.pathname + location.search);
    },
  };
}
