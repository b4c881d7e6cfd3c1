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
  /** @type {Map<string, {text: string, written: string} | null>} */
  const known = new Map();
  const ask = async (text) => {
    known.set(text, null);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    try {
      const { text: laid, completeness } = await request("format", { text, unwrap: true });
      const sound = completeness === "complete";
      known.set(text, { text: sound || completeness === "normalised" ? laid : text, written: sound ? laid : text });
      arrived();
    } catch {
      known.delete(text);
    }
  };
  const of = (text) => {
    if (text.length > LONGEST || !text.trim()) return { text, written: text };
    if (!known.has(text)) ask(text);
    return known.get(text);
  };
  return {
    /** The text laid out, mended where that invents nothing, or null until it is. @param {string} text */
    laid: (text) => of(text)?.text ?? null,
    /** The text laid out where it is JSON as it stands, else as it was written, or null until that is known. @param {string} text */
    written: (text) => of(text)?.written ?? null,
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
