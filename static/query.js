/**
 * JSONPath over all documents: asked as one types, and again for each newer text; no match outlives the text it was
 * found in.
 *
 * @typedef {object} Asked
 * @property {string} path
 * @property {{at: object, value_text: string}[] | null} matches null while there is no answer for this path and text
 * @property {string} error what is wrong with the path
 * @property {object[]} findings what the text kept from being searched
 * @property {number | null} at index of the chosen match
 */

/** How long to wait for the next key, ms. */
const PAUSE = 120;
export const ASKED = { path: "", matches: null, error: "", findings: [], at: null };

/**
 * @param {object} parts
 * @param {{get: () => any, set: (patch: object) => void}} parts.store
 * @param {(method: string, params: object, options?: object) => Promise<any>} parts.request
 * @param {(name: string) => string} parts.text
 */
export function createQuery({ store, request, text }) {
  let timer = 0;
  let round = 0;
  const set = (patch) => store.get().query && store.set({ query: { ...store.get().query, ...patch } });

  const ask = async () => {
    const mine = (round += 1);
    const { query, documents } = store.get();
    if (!query?.path.trim()) return set({ matches: null, error: "" });
    const all = { matches: [], findings: [], error: "", at: null };
    try {
      for (const { name } of documents) {
        const { matches, findings } = await request("query", { text: text(name), path: query.path }, { slot: "query" });
        if (mine !== round) return;
        all.matches.push(...matches.map((match) => of(match, name)));
        all.findings.push(...findings);
      }
      set(all);
    } catch ({ code, message }) {
      if (mine === round && code !== "superseded") set({ matches: null, findings: [], error: message });
    }
  };
  const of = ({ at, value_text }, document) => ({ at: { ...at, document }, value_text });

  const later = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  };

  return {
    set,
    path(path) {
      set({ path });
      later(PAUSE);
    },
    /** The text is another one: its matches are not known yet. */
    stale() {
      round += 1;
      set({ matches: null, at: null });
    },
    again: () => store.get().query && later(0),
  };
}
