/**
 * Choosing views, their options, and what they offer.
 */

/** @typedef {import("./index.js").Handed} Handed */

/** Hops at which something is wrong with what the model said: more urgent than the tools beside it. */
const SAID = ["call", "answer"];

/** @param {Handed} parts */
export function viewActions({ store, check, cases, address }) {
  const look = (patch) => {
    store.set(patch);
    cases.looked();
    check.again();
  };
  const compare = (patch) => look({ compared: patch, change: null });
  return {
    view(view, push = true) {
      if (view === store.get().view) return;
      if (push) address.step(view);
      look({ view, undecided: false, offered: false, finding: null, call: null, change: null, whole: true, arrived: true });
    },
    /** What came without any call, but with tools, is first shown as contracts; a person's own choice of view stays. */
    offerView() {
      const { undecided, view, trace } = store.get();
      store.set({ undecided: false });
      const only = trace.contracts.length > 0 && !trace.calls.length && !SAID.includes(trace.verdict.hop);
      const tools = undecided && view === "trace" && only;
      if (tools) look({ view: "contract", arrived: true, offered: true });
      return tools;
    },
    option: (patch) => look({ options: { ...store.get().options, ...patch } }),
    sides: (patch) => look({ sides: patch }),
    compare,
    swap() {
      const { left, right } = store.get().trace.sides;
      compare({ left: right, right: left });
    },
  };
}

/** @param {Handed} parts */
export function diffActions({ store, copy, copyMasked, page }) {
  const choose = (index) => {
    store.set({ change: index });
    page.showChange(store.get().trace.changes[index]);
  };
  return {
    toggleWhole: () => store.set({ whole: !store.get().whole }),
    chooseChange: choose,
    stepChange(by) {
      const { trace, change } = store.get();
      if (trace.changes?.length)
        choose(((change ?? (by > 0 ? -1 : 0)) + by + trace.changes.length) % trace.changes.length);
    },
    chooseTool: (tool) => store.set({ tool }),
    filterTools: (toolFilter) => store.set({ toolFilter }),
    copyPatch: () => copy(store.get().trace.patch_text),
    copyDiffMarkdown: () => copyMasked(page.diffMarkdown(store.get().trace)),
    copyDiffText: () => copyMasked(page.diffText(store.get().trace)),
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
      if (!editor.holds(active, text)) return; // what was typed since is not in the answer
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
