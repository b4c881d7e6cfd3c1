/**
 * Choosing: a call, a hop, a finding, a place. One choice moves the others so that table, findings and text agree.
 */

/** So many marks are drawn in one document; all findings stay listed. */
const MARKS_MOST = 2000;

/**
 * @param {object} parts
 * @param {{get: () => any, set: (patch: object) => void}} parts.store
 * @param {any} parts.editor
 * @param {any} parts.documents
 * @param {any} parts.wholes
 * @param {any} parts.select the selectors of the views
 * @param {(finding: any) => string} parts.told a finding's sentence
 * @param {(key: string) => string} parts.words the page's own
 * @param {(code: string) => void} parts.explain opens the help on a code
 */
export function createChoice({ store, editor, documents, wholes, select, told, words, explain }) {
  const owner = (index) => store.get().trace.calls.findIndex((call) => call.findings.includes(index));

  const drawn = (finding) => ({
    start: finding.at.start,
    end: finding.at.end,
    look: select.GLYPH[finding.severity],
    code: finding.code,
    message: told(finding),
  });

  /** Whether a new result waits to be shown in the texts. */
  let due = false;

  const marksIn = (name) =>
    (select.byDocument(store.get().trace).get(name) ?? [])
      .slice(0, MARKS_MOST)
      .map(({ finding, index }) => ({ ...drawn(finding), index }));

  /** What is tinted in a document. */
  const tintIn = (name) => {
    const { trace, finding: index } = store.get();
    const finding = trace?.findings[index] ?? null;
    return finding?.at?.document === name ? lens(finding) : null;
  };

  const tint = () => {
    if (!due) for (const { id, name } of store.get().documents) editor.choose(id, tintIn(name));
  };

  const marks = () => {
    due = false;
    for (const { id, name } of store.get().documents) editor.mark(id, marksIn(name), tintIn(name));
  };

  const lens = (finding) => {
    const others = [finding.schema_at, ...(finding.related ?? [])].filter(
      (place) => place && place.start !== finding.at.start,
    );
    return {
      ...drawn(finding),
      links: [
        ...others.slice(0, 3).map((at) => ({ label: select.placeLabel(at), run: () => place(at) })),
        { label: words("findings.explain"), run: () => explain(finding.code) },
      ],
    };
  };

  const place = ({ document, start, end }, focus = true) => {
    const entry = documents.byName(document);
    if (!entry) return;
    const text = editor.text(entry.id);
    store.set({ pane: "text", active: entry.id });
    requestAnimationFrame(() => editor.holds(entry.id, text) && editor.select(entry.id, start, end, focus));
    editor.show(entry.id);
  };

  /** Bring what was chosen for the reader into sight, the focus where it was. */
  const reveal = () => {
    const { trace, finding } = store.get();
    const at = trace.findings[finding]?.at;
    const entry = at && documents.byName(at.document);
    store.set({ arrived: false, ...(entry ? { active: entry.id } : {}) });
    if (!entry) return;
    editor.show(entry.id);
    requestAnimationFrame(() => editor.reveal(entry.id, at.start));
  };

  /** Choose a finding without moving to it. */
  const mind = (index, more = {}) => {
    const finding = store.get().trace.findings[index];
    store.set({ finding: index, ...(finding?.hop ? { hop: finding.hop } : {}), ...more });
    tint();
  };

  const causeFor = (call) => {
    const { trace } = store.get();
    const own = call === null ? select.loose(trace) : trace.calls[call].findings;
    const verdict = call === null ? trace.verdict : trace.calls[call].verdict;
    return (
      select.causeOf(verdict, own, trace.findings) ??
      own.find((index) => trace.findings[index].severity !== "note") ??
      null
    );
  };

  const hopFor = (call, index) => {
    const { trace } = store.get();
    const its = trace.calls[call];
    const captured = its && ["call", "execute"].find((hop) => select.statusOf(its, hop) !== "absent");
    const verdict = its?.verdict;
    return verdict?.stops_at ?? trace.findings[index]?.hop ?? verdict?.hop ?? captured ?? "call";
  };

  const call = (index) => {
    const cause = causeFor(index);
    mind(cause, { call: index, hop: hopFor(index, cause), all: false });
  };

  return {
    marks,
    /** Show a new result in the texts, once: they may have changed since, and another is to come. */
    settle() {
      if (!due || store.get().phase !== "fresh") return;
      marks();
      if (store.get().arrived) reveal();
    },
    place,
    /** Take all marks away: there is no result for the text that is there. */
    clear() {
      due = false;
      for (const { id } of store.get().documents) editor.mark(id, [], null);
    },
    call,
    /** After a new result: choose what the verdict rests on; the old choice stays where it still means the same. */
    first() {
      const { trace, call: before, wanted } = store.get();
      const said = (wanted < trace.calls.length ? wanted : null) ?? trace.verdict.call ?? null;
      if (trace.calls.length) store.set({ wanted: null });
      const kept = before !== null && before < trace.calls.length ? before : null;
      const next = said ?? kept ?? (trace.calls.length ? 0 : null);
      due = true;
      if (next !== null) call(next);
      else mind(causeFor(null), { call: null, all: false });
    },
    hop: (hop) => store.set({ hop, tab: "hop" }),
    finding(index) {
      const { trace, call: before } = store.get();
      const its = owner(index);
      const own = before !== null && trace.calls[before].findings.includes(index);
      mind(index, its >= 0 && !own ? { call: its } : {});
      const { at } = trace.findings[index];
      if (at) place(at);
    },
    cause() {
      const { trace } = store.get();
      const index = causeFor(trace.verdict.call ?? null);
      if (index !== null) this.finding(index);
    },
    /** The next or previous finding in the order they are listed. */
    step(by) {
      const all = select.listed(store.get()).map(({ index }) => index);
      if (!all.length) return;
      const at = all.indexOf(store.get().finding);
      this.finding(all[(at + by + all.length) % all.length]);
    },
    /** Where in the chosen call's text the reader should look. */
    showCall() {
      const { trace, call: index, finding } = store.get();
      const at = trace.findings[finding]?.at;
      if (at) place(at);
      else if (trace.calls[index]) wholes.use(trace.calls[index], ({ hops }) => hops.call.at && place(hops.call.at));
    },
  };
}
