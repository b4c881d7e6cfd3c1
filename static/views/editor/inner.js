/**
 * JSON that stands in a string, laid out for reading. It reads signs, not values: cut and damaged JSON is laid out too, every
 * number keeps its digits, and each sign knows its place in the document.
 *
 * @typedef {{text: string, at: number[]}} Signs  signs, and where each stands in the document; one place more for their end
 * @typedef {"key" | "string" | "plain" | ""} Kind
 * @typedef {{text: string, at: number[], kind: Kind}} Piece
 * @typedef {{depth: number, layer: number, pieces: Piece[]}} Line  layer counts the strings it stands in, from 0
 */

const STRING = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'/y;
const STRINGS = /"(?:[^"\\]|\\.)*"?/g;
const PLAIN = /[^\s"{}[\],:]+/y;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/y;
const SIGNS = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
/** A bracket, and behind it what only JSON or Python's way of writing it begins with. */
const INNER = /^(?:\s|\\[nrt])*[{[](?:\s|\\[nrt])*(?:\\+"|'|[{[])/;
/** A string of more signs is laid out up to there; a string in strings deeper than so many stays as it is. */
const SIGNS_MOST = 100_000;
const LAYERS_MOST = 8;

/**
 * The strings with JSON in them in a line, as slices between their quotes.
 * @param {string} line
 * @returns {Generator<{from: number, to: number}>}
 */
export function* innerStrings(line) {
  for (const { 0: token, index } of line.matchAll(STRINGS)) if (INNER.test(inside(token))) yield sliceOf(token, index);
}

const inside = (token) => token.slice(1, closed(token) ? -1 : undefined);
const closed = (token) => token.length > 1 && token.endsWith('"');
const sliceOf = (token, index) => ({ from: index + 1, to: index + token.length - (closed(token) ? 1 : 0) });

/**
 * The lines of the JSON that a slice between quotes stands for.
 * @param {string} slice
 * @param {number} from where it stands in the document
 * @returns {{lines: Line[], whole: boolean}}
 */
export function laidOut(slice, from) {
  const whole = slice.length <= SIGNS_MOST;
  const text = whole ? slice : slice.slice(0, SIGNS_MOST);
  const at = Array.from({ length: text.length + 1 }, (_, index) => from + index);
  return { lines: linesOf(unescaped({ text, at }), 0), whole };
}

/** One layer of escapes undone. @param {Signs} signs @returns {Signs} */
function unescaped({ text, at }) {
  const [signs, places] = [[], []];
  for (let index = 0; index < text.length;) {
    const escape = text[index] === "\\" ? matchAt(ESCAPE, text, index) : "";
    signs.push(escape ? signOf(escape) : text[index]);
    places.push(at[index]);
    index += escape.length || 1;
  }
  return { text: signs.join(""), at: [...places, at[text.length]] };
}

const signOf = (escape) =>
  escape.length > 2 ? String.fromCharCode(parseInt(escape.slice(2), 16)) : (SIGNS[escape[1]] ?? escape[1]);

function matchAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? "";
}

/** @param {Signs} signs @param {number} layer @returns {Line[]} */
function linesOf(signs, layer) {
  const sheet = new Sheet(layer);
  for (const { text, index } of tokens(signs.text)) {
    const piece = { text, at: signs.at.slice(index, index + text.length + 1), kind: kindOf(signs.text, text, index) };
    if ("{[".includes(text)) sheet.open(piece);
    else if ("}]".includes(text)) sheet.close(piece);
    else sheet.put(piece);
    if (text === ",") sheet.end();
    else if (piece.kind === "string" && layer < LAYERS_MOST && INNER.test(inside(text))) sheet.below(deeper(piece, layer));
  }
  return sheet.end().lines;
}

function deeper({ text, at }, layer) {
  const { from, to } = sliceOf(text, 0);
  return linesOf(unescaped({ text: text.slice(from, to), at: at.slice(from, to + 1) }), layer + 1);
}

/** Strings, brackets, commas, colons and what stands between them, without white space. */
function* tokens(text) {
  for (let index = 0; index < text.length;) {
    const token = matchAt(STRING, text, index) || matchAt(PLAIN, text, index) || text[index];
    if (token.trim()) yield { text: token, index };
    index += token.length;
  }
}

/** @returns {Kind} */
function kindOf(text, token, index) {
  if (!/^["']/.test(token)) return /^[\w+-]/.test(token) ? "plain" : "";
  return /^\s*:/.test(text.slice(index + token.length, index + token.length + 20)) ? "key" : "string";
}

/** Lines as they are being written. */
class Sheet {
  /** @type {Line[]} */ lines = [];
  /** @type {Piece[]} */ #pieces = [];
  /** @type {Line[]} those that come below the one at hand */ #below = [];
  #depth = 0;
  /** Whether the last piece opened a bracket. */
  #opened = false;

  constructor(layer) {
    this.layer = layer;
  }

  put(piece) {
    const before = this.#pieces.at(-1);
    if (this.#opened || (this.#depth === 0 && before && "}]".includes(before.text))) this.end();
    else if (before && (before.text === ":" || (before.kind && piece.kind))) this.#pieces.push(space(before));
    this.#pieces.push(piece);
  }

  open(piece) {
    this.put(piece);
    this.#depth += 1;
    this.#opened = true;
  }

  /** Brackets with nothing between them stay together. */
  close(piece) {
    if (!this.#opened) this.end();
    this.#depth = Math.max(0, this.#depth - 1);
    this.#opened = false;
    this.#pieces.push(piece);
  }

  below(lines) {
    this.#below.push(...lines);
  }

  end() {
    const depth = this.#depth - (this.#opened ? 1 : 0);
    if (this.#pieces.length) this.lines.push({ depth, layer: this.layer, pieces: this.#pieces });
    this.lines.push(...this.#below.map((line) => ({ ...line, depth: line.depth + depth + 1 })));
    this.#pieces = [];
    this.#below = [];
    this.#opened = false;
    return this;
  }
}

/** A space of the layout's own, which stands nowhere in the document. */
const space = ({ at }) => ({ text: " ", at: [at.at(-1), at.at(-1)], kind: /** @type {Kind} */ ("") });
