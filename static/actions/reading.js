/**
 * Reading exact slices, copying what a person takes away, applying fixes.
 */

/** @typedef {import("./index.js").Handed} Handed */

/** Slices belong to the text of their result: once read they stand, also while a newer text waits to be checked. */
function slicer({ store, documents }) {
  const slices = new WeakMap();
  return (place) => {
    const { trace } = store.get();
    if (!slices.has(trace)) slices.set(trace, new Map());
    const known = slices.get(trace);
    const key = `${place.start} ${place.end} ${place.document}`;
    if (!known.has(key)) known.set(key, documents.slice(place));
    return known.get(key);
  };
}

/** @param {Handed} parts */
export function readActions(parts) {
  const { store, wholes, unwrap, page } = parts;
  const slice = slicer(parts);
  return {
    slice,
    whole: (call) => wholes.of(call),
    inner: (place) => page.unescaped(slice(place), place.path.length - 1),
    unwrapped: unwrap.laid,
    written: unwrap.written,
    pretty: (text) => unwrap.laid(text) ?? text,
    dialect: (id) => page.worded(store.get().dialects?.[id]?.label ?? id),
  };
}

/** @param {Handed} parts */
export function copyActions({ store, wholes, page, select, copy, copyMasked }, slice) {
  return {
    copy,
    /** Copies what a part of the page tells of the chosen call, which may still be coming; of none, what it tells then. */
    copyShown(told) {
      const put = (whole) => {
        const text = told(store.get(), whole);
        return text && copy(text);
      };
      const call = select.chosenCall(store.get());
      return call ? wholes.use(call, put) : put(null);
    },
    copyReply: (call) => call && wholes.use(call, ({ reply }) => reply && copy(reply.text)),
    copyReport() {
      const state = store.get();
      const call = state.trace?.calls[page.reported(state)];
      if (call) wholes.use(call, (whole) => copyMasked(page.reportOf(state, whole, slice)));
      else if (state.trace) copyMasked(page.reportOf(state, null, slice));
    },
    copyPytest(call) {
      const input = store.get().trace.contracts[call.contract]?.input;
      const schema = input ? page.unescaped(slice(input), input.path.length - 1) : null;
      wholes.use(call, (whole) => copyMasked(page.pytestOf(whole, schema)));
    },
    copyCurl: (call) => wholes.use(call, (whole) => copyMasked(page.curlOf(whole))),
    copyFinding: (index) => copyMasked(page.findingLine(store.get().trace.findings[index], slice)),
    copyDetails: () => copy(JSON.stringify(detailsOf(store.get().engine), null, 2)),
  };
}

const detailsOf = ({ fatal, stage, kind, note }) => ({
  code: fatal?.code,
  message: fatal?.message,
  data: fatal?.data,
  stage,
  kind,
  note: note?.code ?? null,
  agent: navigator.userAgent,
});

/** @param {Handed} parts */
export function fixActions({ store, editor, documents, page, say }) {
  /** Changes the texts as a fix says; each document's edits are one step of undo. */
  const applyFix = ({ edits }) => {
    for (const [name, own] of Map.groupBy(edits, ({ document }) => document)) {
      const entry = documents.byName(name);
      if (!entry) continue;
      documents.show(entry.id);
      editor.apply(
        entry.id,
        own.map(({ start, end, text }) => ({ start, end, inserted: text })),
      );
    }
    store.set({ whole: false });
    say(page.t("said.fixed"));
  };
  return { applyFix, fix: (index) => applyFix(store.get().trace.findings[index].fix) };
}

/** @param {Handed} parts */
export function contractActions({ store, answers, documents, page, say, copy }) {
  const save = (name, { text, losses, findings }) => {
    page.saveFile(name, text);
    const told = losses.length + findings.length;
    say(page.t(told ? "said.saved.lost" : "said.saved", { n: told }));
  };
  /** Only the result of the present text may be asked about. */
  const fresh = (ask) => (store.get().phase === "fresh" ? ask(store.get().trace) : undefined);
  return {
    chooseProvider: (id) => store.set({ provider: store.get().provider === id ? null : id }),
    rewrite: (tool, provider) => fresh((result) => answers.rewrite(result, tool, provider)),
    /** What providers say of one tool, where the result tells their statuses alone. */
    reasons: (tool) => fresh((result) => answers.reasons(result, tool)),
    strip: (stripped) => store.set({ stripped }),
    saveFor: async (id, tool) =>
      save(`${tool ?? "tools"}.${id}.json`, await answers.written(store.get().providers[id], tool)),
    copyTool: async (id, tool) => copy((await answers.written(store.get().providers[id], tool)).text),
    form: (patch) => store.set({ form: { ...store.get().form, ...patch } }),
    converted: (params) => fresh((result) => answers.converted(result, params)),
    saveForm: (converted) => save(`tools.${store.get().form.to}.json`, converted),
    replayFor: (replay) => store.set({ replay }),
    async propose() {
      const { text, drawn } = await answers.proposed();
      if (!text) return say(page.t("said.unproposed"));
      documents.add([{ name: "proposed.contract.json", text }]);
      say(page.t("said.proposed", { n: drawn.reduce((sum, { inputs, outputs }) => sum + inputs + outputs, 0) }));
    },
  };
}
