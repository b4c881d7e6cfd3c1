/**
 * Where two laid-out texts differ: first line by line, then word by word within lines that differ. Comparing whole texts
 * by characters loses the thread in long ones, where rows came and went.
 */
import { Change, diff, presentableDiff } from "@codemirror/merge";

/** Past these the library compares coarsely instead of holding the page up. */
const EFFORT = { scanLimit: 2000, timeout: 200 };
/** A stretch of lines longer than this is shown as changed as a whole. */
const WORDS_MOST = 20_000;
/** Lines are numbered by what they say, as characters that are no surrogates; a text of more kinds is compared coarsely. */
const KINDS_MOST = 0xd800;

/**
 * @param {string} left
 * @param {string} right
 * @returns {readonly Change[]}
 */
export function apart(left, right) {
  const kinds = new Map();
  const [a, b] = [linesOf(left, kinds), linesOf(right, kinds)];
  if (kinds.size >= KINDS_MOST) return presentableDiff(left, right, EFFORT);
  const changes = [];
  for (const { fromA, toA, fromB, toB } of diff(a.marks, b.marks, EFFORT))
    changes.push(...within(left, right, [a.starts[fromA], a.starts[toA], b.starts[fromB], b.starts[toB]]));
  return changes;
}

/**
 * Two texts as one list of lines, those of the left before those of the right where they differ.
 * @param {string} left
 * @param {string} right
 * @returns {{kind: "same" | "removed" | "added", text: string}[]}
 */
export function linesApart(left, right) {
  const kinds = new Map();
  const [a, b] = [linesOf(left, kinds), linesOf(right, kinds)];
  const line = (text, { starts }, kind) => (at) => ({ kind, text: text.slice(starts[at], starts[at + 1]).replace(/\n$/, "") });
  const out = [];
  const add = (from, to, of) => Array.from({ length: to - from }, (_, at) => out.push(of(from + at)));
  let done = 0;
  for (const { fromA, toA, fromB, toB } of diff(a.marks, b.marks, EFFORT)) {
    add(done, fromA, line(left, a, "same"));
    add(fromA, toA, line(left, a, "removed"));
    add(fromB, toB, line(right, b, "added"));
    done = toA;
  }
  add(done, a.starts.length - 1, line(left, a, "same"));
  return out;
}

/** A text as one character a line, and where each line begins; the end of the text closes the list. */
function linesOf(text, kinds) {
  const [marks, starts] = [[], [0]];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end + 1;
    const line = text.slice(from, to);
    if (!kinds.has(line)) kinds.set(line, kinds.size);
    marks.push(String.fromCharCode(kinds.get(line)));
    starts.push(to);
    from = to;
  }
  return { marks: marks.join(""), starts };
}

/** The words that differ in two stretches of lines. */
function within(left, right, [fromA, toA, fromB, toB]) {
  const whole = [new Change(fromA, toA, fromB, toB)];
  const lone = fromA === toA || fromB === toB;
  if (lone || toA - fromA > WORDS_MOST || toB - fromB > WORDS_MOST) return whole;
  const inner = presentableDiff(left.slice(fromA, toA), right.slice(fromB, toB), EFFORT);
  return inner.map(
    (change) => new Change(fromA + change.fromA, fromA + change.toA, fromB + change.fromB, fromB + change.toB),
  );
}
