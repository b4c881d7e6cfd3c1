/**
 * What a person can do with links and files that carry a case: make one, let a secret through, open one, leave one
 * behind.
 */

/** @param {import("./index.js").Handed} parts */
export function shareActions({ store, share, page, copy, cases }) {
  const change = (more) => store.set({ dialog: { ...store.get().dialog, ...more } });
  const make = async (keep) => {
    change({ keep, due: true });
    /** What comes when the dialog is closed, or another choice was made in it, is not wanted any more. */
    const tell = (more) => store.get().dialog?.keep === keep && change({ due: false, ...more });
    try {
      tell({ made: await share.write(cases.now(), keep), error: null });
    } catch (/** @type {any} */ error) {
      if (error.code !== "superseded") tell({ made: null, error });
    }
  };
  return {
    share: () => {
      store.set({ dialog: { kind: "share", made: null, error: null, keep: [], code: false, due: true } });
      return make([]);
    },
    keepSecret: (index) => {
      const { keep } = store.get().dialog;
      return make(keep.includes(index) ? keep.filter((each) => each !== index) : [...keep, index]);
    },
    toggleCode: () => change({ code: !store.get().dialog.code }),
    /** What the dialog shows is what the file holds: secrets masked but for those let through. */
    saveCase: () => page.saveFile(`case${page.suffix}`, page.toFile(store.get().dialog?.made?.state ?? cases.now())),
    copyShared: () => copy(store.get().dialog.made.link),
  };
}

/** @param {import("./index.js").Handed} parts */
export function linkActions({ store, share, check, cases, address }) {
  return {
    dismissLink: () => {
      store.set({ link: null });
      check.again();
    },
    /** A link's case takes the place of what was there, which stays as a draft. @param {string | null} fragment */
    async openLink(fragment) {
      if (fragment === null) return cases.stayed();
      store.set({ opening: "link" });
      const linked = !address.own();
      try {
        const { state, findings } = await share.read(fragment);
        if (state) cases.present(state, { linked, own: !linked });
        else cases.stayed({ linked, link: { findings, message: "" } });
      } catch (error) {
        cases.stayed({ linked, link: { findings: [], message: error.message } });
      }
    },
  };
}
