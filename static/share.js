/**
 * Links that carry a case: making one, and reading the one the page was opened with.
 */

/** @typedef {{documents: {name: string, text: string}[], view: string, options: object}} Case */

/** Lengths that the usual carriers are known to pass on whole, in characters of the address. */
const CARRIERS = [
  { id: "qr", most: 2_900 },
  { id: "mail", most: 2_000 },
  { id: "chat", most: 3_900 },
  { id: "tracker", most: 60_000 },
  { id: "browser", most: 64_000 },
];

/**
 * Which carriers a link of this length survives.
 * @param {number} length characters
 * @returns {{id: string, fits: boolean}[]}
 */
export const carriers = (length) => CARRIERS.map(({ id, most }) => ({ id, fits: length <= most }));

/**
 * The share fragment in an address, without its `#`; null where the hash is none of ours.
 * @param {string} hash
 */
export const fragmentOf = (hash) => (/^#\d+\../.test(hash) ? hash.slice(1) : null);

/**
 * @param {(method: string, params: object, options?: object) => Promise<any>} request
 */
export function createShare(request) {
  return {
    /**
     * Make a link of a case, and open it again to see that the same texts come back.
     * @param {Case} state
     * @param {number[]} keep indexes of secrets to let through
     * @returns {Promise<{link: string, length: number, secrets: object[], same: boolean}>}
     */
    async write(state, keep) {
      const made = await request("share.write", { state, keep }, { slot: "share" });
      if (!made.fragment) throw new Error(made.findings[0].message);
      const link = `${location.href.split("#")[0]}#${made.fragment.replace(/^#/, "")}`;
      const back = await request("share.read", { fragment: made.fragment }, { slot: "share-check" });
      return { link, length: link.length, secrets: made.secrets, same: same(state, back.state, made.secrets.length) };
    },

    /**
     * Read a link's case.
     * @param {string} fragment
     * @returns {Promise<{state: Case | null, findings: object[]}>}
     */
    read: (fragment) => request("share.read", { fragment }),
  };
}

/** Masked texts differ by what was masked, so there only names and number can be held against each other. */
function same(state, back, masked) {
  if (!back || back.documents.length !== state.documents.length) return false;
  return back.documents.every(({ name, text }, index) => {
    const sent = state.documents[index];
    return name === sent.name && (masked > 0 || text === sent.text);
  });
}
