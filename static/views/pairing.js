/**
 * Which documents are meant when a view needs two of them.
 */

/** So much of a text shows what kind of text it is. */
const HEAD = 8000;
const KEY = /"((?:[^"\\]|\\.){1,60})"\s*:/g;

const keysOf = (text) => new Set([...text.slice(0, HEAD).matchAll(KEY)].map(([, key]) => key));

/** How alike two texts are by the keys in them, from 0 to 1. */
function likeness(one, other) {
  const shared = [...one].filter((key) => other.has(key)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}

/**
 * The two documents to compare: as chosen; what was left open is the document most alike, as two runs of one thing are, and of
 * equals the newest.
 * @param {{documents: {name: string}[], compared: {left: string | null, right: string | null} | null}} state
 * @param {{named: (name: string) => string}} texts
 * @returns {{left: string, right: string | null}}
 */
export function pair({ documents, compared }, texts) {
  const names = documents.map(({ name }) => name);
  const [left, right] = [compared?.left, compared?.right].map((name) => (names.includes(name) ? name : null));
  if (left && right && left !== right) return { left, right };
  const fits = pairsOf(names).filter((each) => (!left || each.left === left) && (!right || left || each.right === right));
  if (fits.length < 2) return fits[0] ?? { left: names[0], right: null };
  const keys = new Map(names.map((name) => [name, keysOf(texts.named(name))]));
  const score = (each) => likeness(keys.get(each.left), keys.get(each.right));
  return fits.reduce((best, each) => (score(each) >= score(best) ? each : best));
}

/** Each two documents, those in the order in which they came last. */
function pairsOf(names) {
  const ordered = names.flatMap((right, at) => names.slice(0, at).map((left) => ({ left, right })));
  return [...ordered.map(({ left, right }) => ({ left: right, right: left })), ...ordered];
}

/** Texts of fewer keys say too little about their kind. */
const KEYS_LEAST = 6;
const ALIKE = 0.35;

/**
 * Whether two texts look like two kinds of text.
 * @param {string} one
 * @param {string} other
 */
export function unlike(one, other) {
  const [left, right] = [keysOf(one), keysOf(other)];
  return Math.min(left.size, right.size) >= KEYS_LEAST && likeness(left, right) < ALIKE;
}
