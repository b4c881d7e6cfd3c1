/**
 * Line ends as they were given. The editor counts every line end as one character; the raw text is kept by
 * remembering which end each line has, and offsets are carried across.
 */
import { invertedEffects } from "@codemirror/commands";
import { Annotation, StateEffect, StateField } from "@codemirror/state";

/**
 * @typedef {{eol: string, mixed: string[] | null}} Ends one end for all lines, or the list of each line's own
 */

const BREAK = /\r\n?|\n/g;

/** The raw text of one insertion, for a transaction that brings line ends of its own. */
export const inserted = Annotation.define();
/** Marks transactions that only bring in what was opened. */
export const loading = Annotation.define();
const restore = StateEffect.define();

/**
 * @param {string} raw
 * @returns {Ends}
 */
export function measure(raw) {
  return raw.includes("\r") ? compact(raw.match(BREAK), "\n") : { eol: "\n", mixed: null };
}

/** @param {import("@codemirror/state").Transaction} transaction */
function after(value, transaction) {
  for (const effect of transaction.effects) if (effect.is(restore)) return effect.value;
  if (!transaction.docChanged || transaction.annotation(loading)) return value;
  const raw = transaction.annotation(inserted);
  if (raw === undefined && !value.mixed) return value;
  return splice(value, transaction, raw === undefined ? null : (raw.match(BREAK) ?? []));
}

function splice(value, transaction, brought) {
  const before = transaction.startState.doc;
  if (brought && before.lines === 1) return compact(brought, value.eol);
  if (brought && !value.mixed && brought.every((end) => end === value.eol)) return value;
  const ends = value.mixed ? [...value.mixed] : new Array(before.lines - 1).fill(value.eol);
  const changes = [];
  transaction.changes.iterChanges((from, to, _from, _to, text) => changes.push({ from, to, count: text.lines - 1 }));
  for (const { from, to, count } of changes.reverse()) {
    const first = before.lineAt(from).number - 1;
    const fresh = brought ?? new Array(count).fill(ends[first] ?? value.eol);
    ends.splice(first, before.lineAt(to).number - 1 - first, ...fresh);
  }
  return compact(ends, value.eol);
}

const compact = (ends, eol) => {
  const first = ends[0] ?? eol;
  return { eol: first, mixed: ends.every((end) => end === first) ? null : ends };
};

/** @type {StateField<Ends>} */
export const lineEnds = StateField.define({
  create: () => ({ eol: "\n", mixed: null }),
  update: after,
  provide: () =>
    invertedEffects.of((transaction) => {
      const [was, is] = [transaction.startState.field(lineEnds), transaction.state.field(lineEnds)];
      return was === is ? [] : [restore.of(was)];
    }),
});

/** @type {WeakMap<string[], Int32Array>} */
const sums = new WeakMap();

/** How many line ends before the n-th line (from 1) are two characters long. */
function doubles({ eol, mixed }, line) {
  if (!mixed) return eol === "\r\n" ? line - 1 : 0;
  let sum = sums.get(mixed);
  if (!sum) {
    sum = new Int32Array(mixed.length + 1);
    mixed.forEach((end, index) => {
      sum[index + 1] = sum[index] + (end.length - 1);
    });
    sums.set(mixed, sum);
  }
  return sum[Math.min(line - 1, mixed.length)];
}

/**
 * The raw offset of an editor position.
 * @param {import("@codemirror/state").EditorState} state
 * @param {number} position
 */
export const toRaw = (state, position) => position + doubles(state.field(lineEnds), state.doc.lineAt(position).number);

/**
 * The editor position of a raw offset; beyond the text it is the end.
 * @param {import("@codemirror/state").EditorState} state
 * @param {number} offset
 */
export function fromRaw(state, offset) {
  const { doc } = state;
  const ends = state.field(lineEnds);
  if (!ends.mixed && ends.eol.length === 1) return Math.min(offset, doc.length);
  let [low, high] = [1, doc.lines];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (doc.line(middle).from + doubles(ends, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  const line = doc.line(low);
  return Math.min(offset - doubles(ends, low), line.to);
}

/**
 * The text with its own line ends.
 * @param {import("@codemirror/state").EditorState} state
 */
export function rawText(state) {
  const { doc } = state;
  const { eol, mixed } = state.field(lineEnds);
  if (!mixed) return doc.sliceString(0, doc.length, eol);
  const parts = [];
  let index = 0;
  for (const line of doc.iterLines()) parts.push(line, mixed[index++] ?? "");
  return parts.join("");
}
