/**
 * What a person can do with links and files that carry a case: make one, let a secret through, open one, leave one
 * behind.
 */

/** @param {import("./index.js").Handed} parts */
export function shareActions({ store, share, page, copy, cases }) {
  const show = (more) => store.set({ dialog: { kind: "share", made: null, error: null, keep: [], code: false, ...more } });
  const make = async (keep) => {
    const { made = null, code = false } = store.get().dialog ?? {};
    show({ made, keep, code });
    try {
      show({ made: await share.write(cases.now(), keep), keep, code });
    } catch (error) {
      if (error.code !== "superseded") show({ error, keep });
    }
  };
  return {
    share: () => make([]),
    keepSecret: (index) => {
      const { keep } = store.get().dialog;
      return make(keep.includes(index) ? keep.filter((each) => each !== index) : [...keep, index]);
    },
    toggleCode: () => store.set({ dialog: { ...store.get().dialog, code: !store.get().dialog.code } }),
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
      if (fragment === null) return store.set({ opening: null });
      store.set({ opening: "link" });
      const linked = !address.own();
      try {
        const { state, findings } = await share.read(fragment);
        if (state) cases.present(state, { linked, own: !linked });
        else store.set({ opening: null, linked, link: { findings, message: "" } });
      } catch (error) {
        store.set({ opening: null, linked, link: { findings: [], message: error.message } });
      }
    },
  };
}
