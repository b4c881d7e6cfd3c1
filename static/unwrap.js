/**
 * Values laid out for reading, by the engine, each asked for once.
 */

/** Longer texts are shown as they stand. */
const LONGEST = 500_000;
const KEPT = 60;

/**
 * @param {(method: string, params: object, options?: object) => Promise<any>} request
 * @param {() => void} arrived
 */
export function createUnwrap(request, arrived) {
  /** @type {Map<string, string | null>} */
  const known = new Map();
  const ask = async (text) => {
    known.set(text, null);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    try {
      const { text: laid, completeness } = await request("format", { text, unwrap: true });
      known.set(text, completeness === "unreadable" ? text : laid);
      arrived();
    } catch {
      known.delete(text);
    }
  };
  return {
    /** The text laid out, or null until it is. @param {string} text */
    laid(text) {
      if (text.length > LONGEST || !text.trim()) return text;
      if (!known.has(text)) ask(text);
      return known.get(text) ?? null;
    },
  };
}

/**
 * The JSON that a slice of an escaped string stands for: one layer of escapes is undone for each string it lies in.
 * @param {string} slice
 * @param {number} layers
 */
export function unescaped(slice, layers) {
  let text = slice;
  for (let layer = 0; layer < layers; layer += 1) {
    try {
      text = JSON.parse(`"${text}"`);
    } catch {
      return text;
    }
  }
  return text;
}
