/**
 * Links that carry a case: making one, and reading the one the page was opened with.
 */

/** @typedef {import("./case/case.js").Case} Case */

/**
 * Lengths that the usual carriers pass on whole, in characters of the address: of a code that a phone reads from a
 * screen, of the address line of old mail programs, of one message, of an issue's text, and of the engine's own limit.
 */
const CARRIERS = [
  { id: "qr", most: 1_200 },
  { id: "mail", most: 2_000 },
  { id: "chat", most: 3_900 },
  { id: "tracker", most: 60_000 },
  { id: "browser", most: 64_000 },
];

/**
 * Which carriers a link of this length survives.
 * @param {number} length characters
 * @returns {{id: string, most: number, fits: boolean}[]}
 */
export const carriers = (length) => CARRIERS.map(({ id, most }) => ({ id, most, fits: length <= most }));

/**
 * The share fragment in an address, without its `#`; null where the hash is none of ours.
 * @param {string} hash
 */
export const fragmentOf = (hash) => (/^#\d+\./.test(hash) ? hash.slice(1) : null);

/** The view that a bookmark of an empty page names: `#new` or `#new=diff`; null for any other hash. @param {string} hash */
export const newIn = (hash) => /^#new(?:=([a-z]+))?$/.exec(hash)?.slice(1).map((view) => view ?? "trace")[0] ?? null;

/**
 * The share fragment of a text that is a link and nothing else, wrapped or not; null for any other text.
 * @param {string} text
 */
export const linkIn = (text) => (text.length < LINK_MOST && LINK.exec(text)?.[1].replace(/\s/g, "")) || null;

/** A mailer may break a link into lines; words with spaces between them are a heading. */
const LINK = /^\s*\S*#(\d+\.(?=(?:\s*[\w-]){14})[\w-]+(?:[ \t]*\r?\n[ \t]*[\w-]+)*)\s*$/;

const LINK_MOST = 100_000;

/** What a link begins with: a page from a disk leaves out where it lies, which is nobody else's business. */
export const linkBase = ({ protocol, href }) => {
  const address = href.split("#")[0];
  return `${protocol === "file:" ? address.slice(address.lastIndexOf("/") + 1) : address}#`;
};

/**
 * @typedef {object} Made
 * @property {string} link empty where it would be over the limit
 * @property {number} length characters the link has, or would have
 * @property {object[]} secrets findings, one a value
 * @property {number} more secrets beyond those listed
 * @property {Case} state what the link carries, and a file should: masked but for what was let through
 * @property {boolean} same whether the link, opened again, gave exactly that
 * @property {object | null} refused the finding that says why there is no link
 *
 * @param {(method: string, params: object, options?: object) => Promise<any>} request
 * @param {string} base what a link begins with
 */
export function createShare(request, base) {
  return {
    /**
     * Make a link of a case, and open it again to see that the same comes back.
     * @param {Case} given
     * @param {number[]} keep indexes of secrets to let through
     * @returns {Promise<Made>}
     */
    async write(given, keep) {
      const { fragment, length, findings, ...made } = await request("share.write", { state: given, keep }, SHARE);
      const rest = { ...made, length: base.length + length, refused: findings[0] ?? null };
      if (!fragment) return { ...rest, link: "", same: false };
      const back = await request("share.read", { fragment }, { slot: "share-check" });
      return { ...rest, link: base + fragment, same: alike(made.state, back.state) };
    },

    /** A case for the address bar: its fragment and the secrets in it. @param {Case} given */
    short: (given) => request("share.write", { state: given }, { slot: "address" }),

    /** A text with its secrets masked, and how many there were. @param {string} text */
    async masked(text) {
      const given = { documents: [{ name: "text", text }] };
      const { state, secrets, more } = await request("share.write", { state: given }, { slot: "mask" });
      return { text: state.documents[0].text, count: secrets.length + more };
    },

    /**
     * Read a link's case.
     * @param {string} fragment
     * @returns {Promise<{state: Case | null, findings: object[]}>}
     */
    read: (fragment) => request("share.read", { fragment }),
  };
}

const SHARE = { slot: "share" };
const alike = (sent, back) => JSON.stringify(sent) === JSON.stringify(back);
