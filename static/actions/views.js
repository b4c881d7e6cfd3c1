/**
 * Choosing views, their options, and what they offer.
 */

/** @typedef {import("./index.js").Handed} Handed */

/** @param {Handed} parts */
export function viewActions({ store, check }) {
  const compare = (patch) => {
    store.set({ compared: patch, change: null });
    check.again();
  };
  return {
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
    compare,
    swap() {
      const { left, right } = store.get().trace.sides;
      compare({ left: right, right: left });
    },
  };
}

/** @param {Handed} parts */
export function diffActions({ store, copy, page }) {
  const choose = (index) => {
    store.set({ change: index });
    page.showChange(store.get().trace.changes[index]);
  };
  return {
    toggleWhole: () => store.set({ whole: !store.get().whole }),
    chooseChange: choose,
    stepChange(by) {
      const { trace, change } = store.get();
      if (trace.changes.length)
        choose(((change ?? (by > 0 ? -1 : 0)) + by + trace.changes.length) % trace.changes.length);
    },
    chooseTool: (tool) => store.set({ tool }),
    filterTools: (toolFilter) => store.set({ toolFilter }),
    copyPatch: () => copy(store.get().trace.patch_text),
  };
}

/** @param {Handed} parts */
export function formatActions({ store, engine, editor, copy }, view) {
  return {
    /** Lay the shown document out in place, where that changes nothing but white space; else show what it would take. */
    async formatHere() {
      const { active, options, phase } = store.get();
      if (phase === "empty") return;
      const text = editor.text(active);
      const { text: laid, completeness } = await engine.request("format", { text, indent: options.indent });
      if (completeness !== "complete") view("format");
      else if (laid !== text) editor.apply(active, [{ start: 0, end: text.length, inserted: laid }]);
    },
    copyResult: () => copy(store.get().trace.text),
    replaceText: () => {
      const { active, trace } = store.get();
      editor.apply(active, [{ start: 0, end: editor.text(active).length, inserted: trace.text }]);
    },
  };
}
