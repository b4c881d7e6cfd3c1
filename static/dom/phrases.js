/**
 * English sentences in another language, phrase by phrase. The engine composes its sentences from few fixed phrases; a
 * phrase with `{gaps}` is found by its fixed words, what fills a gap is looked up in turn, and what is no known phrase
 * stays as it is. What stands in quotes is never looked into: it is the user's.
 *
 * What a gap takes goes by its name: `{n}` a number; `{numbers}` several; `{each}`, `{last}`, `{bound}` and `{subject}` a known
 * phrase or one word, so that "and" parts lists and no sentences; `{sentence}` a known phrase; `{said}`,
 * `{text}`, `{source}`, `{pattern}`, `{ref}` and `{naive}` anything, as it is; `{name}` one name and `{path}` one pointer, as it
 * is; `{choices}` a list of values, `{limit}` one word.
 */

/** Sentences longer than this stay English: they hold long pieces of somebody else's text. */
const LONGEST = 4000;
const QUOTED = /"(?:[^"\\]|\\.)*?(?:"|… \([\d,]+ characters\))|`[^`]*`/gs;
const CUT = /… \(([\d,]+) characters\)/g;
const NUMBER = /^-?\d[\d,]*(?:\.\d+)?$/;
/** One character a quoted text, from Unicode's private use area. */
const FIRST = 0xe000;
const MOST = 0x1900;
const PRIVATE = /[\ue000-\uf8ff]/;
const DEEPEST = 12;
/** So many texts of one sentence are looked up; past that it is English that nobody wrote down, or made to take long. */
const LOOKS = 2000;
const WORD = /[A-Za-z]{2,}/g;

/** Another pointer behind a comma: several changes, of which each is told by itself. */
const LISTED = /, \//;

const asItIs = (text) => text;
const oneWord = (text) => (/\s/.test(text) ? null : text);
/** One pointer or value, not several changes. */
const one = (text, known) => (LISTED.test(text) ? null : (known ?? text));

/** What may fill a gap: its text, what the text is in the language (null where that is not known) → what is shown, or null. */
const FILLS = {
  n: (text) => (NUMBER.test(text) ? text : null),
  each: (text, known) => known ?? oneWord(text),
  last: (text, known) => known ?? oneWord(text),
  bound: (text, known) => known ?? oneWord(text),
  subject: (text, known) => (text.startsWith("/") ? text : (known ?? oneWord(text))),
  path: (text, known) => (LISTED.test(text) ? null : text.startsWith("/") ? text : (known ?? text)),
  from: one,
  to: one,
  value: one,
  choices: (text, known) => (text.includes(", or ") ? null : (known ?? text)),
  limit: oneWord,
  name: (text) => (text.includes("; ") ? null : text),
  numbers: (text, known) => (/^[\d, and]+$/.test(text) ? (known ?? text) : null),
  sentence: (_, known) => known,
  ...Object.fromEntries(["said", "text", "source", "pattern", "ref", "naive"].map((name) => [name, asItIs])),
};
const freely = (text, known) => known ?? text;
/** Gaps whose one word is a phrase; elsewhere a word alone is a name, be it "string" or "items". */
const WORDS = new Set(["does", "expected", "found", "inside", "instead", "kind", "kind_after", "many", "open", "times", "unit", "value", "wanted", "what"]);

/**
 * @param {Record<string, string>} table English phrase → the same in the language
 * @returns {(english: string, gap?: string) => string | null} the sentence, or what fills a gap, in the language; null where
 *   no phrase fits
 */
export function phrasebook(table) {
  const all = Object.entries(table).map(([english, template]) => [bare(english), template]);
  const exact = new Map(all.map(([english, template]) => [shown(english), shown(template)]));
  const patterns = all.filter(([english]) => /\{\w+\}/.test(english)).map(pattern);
  /** @type {Map<string, ReturnType<typeof pattern>[]>} */
  const byWord = new Map();
  for (const each of patterns) byWord.set(each.word, [...(byWord.get(each.word) ?? []), each]);
  /** Those whose longest word stands in the text, and those that have none; the most telling first. */
  const likely = (text) =>
    ["", ...new Set(text.match(WORD))]
      .flatMap((word) => byWord.get(word) ?? [])
      .sort((one, other) => other.weight - one.weight);

  let looks = 0;
  const said = (text, depth, gap) => {
    if (++looks > LOOKS) return null;
    const whole = /\s/.test(text) || WORDS.has(gap) ? exact.get(text) : undefined;
    if (whole !== undefined || depth > DEEPEST) return whole ?? null;
    for (const each of likely(text)) {
      const gaps = matched(each, text);
      const filled = gaps && within(gaps, depth + 1);
      if (filled) return fill(each.template, filled);
    }
    return null;
  };

  /** A sentence inside another has lost its full stop. */
  const inner = (text, depth, gap) =>
    said(text, depth, gap) ?? (text.endsWith(".") ? null : stopped(said(`${text}.`, depth, gap)));

  const within = (gaps, depth) => {
    /** @type {Record<string, string>} */
    const filled = {};
    for (const [name, text] of gaps) {
      const fits = FILLS[name] ?? freely;
      const found = fits(text, fits.length > 1 && !NUMBER.test(text) ? inner(text, depth, name) : null);
      if (found === null) return null;
      filled[name] = found;
    }
    return filled;
  };

  return (english, gap = "") => {
    if (english.length > LONGEST || PRIVATE.test(english)) return exact.get(english) ?? null;
    /** @type {string[]} */
    const quoted = [];
    looks = 0;
    const hide = (text) => (quoted.length < MOST ? String.fromCharCode(FIRST + quoted.push(text) - 1) : text);
    const found = said(english.replace(QUOTED, hide), 0, gap);
    if (found === null) return null;
    const whole = found.replace(/[\ue000-\uf8ff]/g, (sign) => quoted[sign.charCodeAt(0) - FIRST]);
    const cut = table["… ({n} characters)"];
    return cut ? whole.replace(CUT, (_, n) => cut.replace("{n}", n)) : whole;
  };
}

const stopped = (found) => found?.replace(/[.。]$/, "") ?? null;

/** Doubled braces stand for one, as in the templates of the engine. */
const bare = (english) => english.replaceAll("{{", "\u0001").replaceAll("}}", "\u0002");
const shown = (text) => text.replaceAll(/\u0001|\{\{/g, "{").replaceAll(/\u0002|\}\}/g, "}");

/** A phrase as its fixed words and the names of the gaps between them. */
function pattern([english, template]) {
  const parts = english.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? part : shown(part)));
  const fixed = parts.filter((_, at) => at % 2 === 0);
  const names = parts.filter((_, at) => at % 2 === 1);
  const adjacent = fixed.slice(1, -1).some((words) => words === "");
  const [word = ""] = (fixed.join(" ").match(WORD) ?? []).sort((one, other) => other.length - one.length);
  return { fixed, names, template, word, weight: fixed.join("").length, adjacent };
}

/** What fills the gaps of a phrase, each ending where the next fixed words first stand; null where it is another phrase. */
function matched({ fixed, names, adjacent }, text) {
  const last = fixed.at(-1);
  if (adjacent || !text.startsWith(fixed[0]) || !text.endsWith(last)) return null;
  const end = text.length - last.length;
  /** @type {[string, string][]} */
  const gaps = [];
  let from = fixed[0].length;
  for (const [at, name] of names.entries()) {
    const to = at === names.length - 1 ? end : text.indexOf(fixed[at + 1], from + 1);
    if (to <= from || to > end) return null;
    gaps.push([name, text.slice(from, to)]);
    from = to + fixed[at + 1].length;
  }
  return gaps;
}

/**
 * A template with its gaps filled; a gap that nothing fills is shown as `…`.
 * @param {string} template
 * @param {Record<string, string>} words
 */
export const fill = (template, words) =>
  template.replace(/\{\{|\}\}|\{(\w+)\}/g, (sign, name) => (name ? (words[name] ?? "…") : sign[0]));
