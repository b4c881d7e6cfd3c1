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
  const { store, unwrap, page } = parts;
  const slice = slicer(parts);
  return {
    slice,
    inner: (place) => page.unescaped(slice(place), place.path.length - 1),
    unwrapped: unwrap.laid,
    pretty: (text) => unwrap.laid(text) ?? text,
    dialect: (id) => store.get().dialects?.[id] ?? id,
  };
}

/** @param {Handed} parts */
export function copyActions({ store, page, copy, copyMasked }, slice) {
  return {
    copy,
    copyReply: (call) => call?.reply && copy(call.reply.text),
    copyReport: () => store.get().trace && copyMasked(page.reportOf(store.get(), slice)),
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
export function fixActions({ store, engine, editor, documents, copy, page, say }) {
  /** Each document's edits are one change there, which undo takes back. */
  const apply = ({ edits }) => {
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
  return {
    fix: (index) => apply(store.get().trace.findings[index].fix),
    fixFinding: ({ fix }) => apply(fix),
    /** A tool's schema in a provider's form: into the text where it stands there, else onto the clipboard. */
    async rewriteFor(tool, provider) {
      const { trace } = store.get();
      const params = { documents: documents.all(), providers: [provider], rewrites: true };
      const { contracts } = await engine.request("lint", params, { slot: "rewrite" });
      if (trace !== store.get().trace) return;
      const rewrite = contracts.find(({ name }) => name === tool)?.rewrites?.[provider];
      if (rewrite?.fix) apply(rewrite.fix);
      else if (rewrite) copy(rewrite.after_text);
      else say(page.t("said.unwritten"));
    },
  };
}
