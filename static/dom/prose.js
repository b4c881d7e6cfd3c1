/**
 * Sentences with exact parts: what stands in quotes, code marks, pointers and known names is set as code.
 */
import { html } from "lit-html";
import { number, since, t } from "./messages.js";

const EXACT = /`([^`]+)`|("(?:[^"\\\n]|\\.){0,400}")|(?<=^|[\s(（：，；、「])(\/[\w~$.*-][\w~$.*/-]*)/g;
const WORDS = /\b(gate-in|gate-out|tools\/call|tools\/list|structuredContent|isError|is_error)\b/g;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A sentence as templates: its exact parts are code elements, all of it text nodes.
 * @param {string} sentence
 * @param {string[]} [names] tool names that occur in it
 * @returns {unknown[]}
 */
export function prose(sentence, names = []) {
  const known = names.filter((name) => name && name.length > 2).map(escaped);
  const word = known.length ? new RegExp(`(?<![\\w-])(${known.join("|")})(?![\\w-])`, "g") : null;
  return split(sentence, EXACT, (rest) => split(rest, WORDS, (plain) => (word ? split(plain, word, bare) : [plain])));
}

const bare = (text) => [text];

function split(text, pattern, others) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const exact = match[1] ?? match[2] ?? match[3];
    parts.push(...others(text.slice(from, match.index)), html`<code translate="no">${exact}</code>`);
    from = match.index + match[0].length;
  }
  return [...parts, ...others(text.slice(from))];
}

/** A text as it stands, or its beginning where it is longer. @param {string} text @param {number} most characters */
export const cut = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);

/**
 * A length of text for people, by characters.
 * @param {number} characters
 */
export function size(characters) {
  if (characters < 1000) return t("size.characters", { n: characters });
  if (characters < 1e6) return t("size.kilo", { amount: number(Math.round(characters / 100) / 10) });
  return t("size.mega", { amount: number(Math.round(characters / 1e5) / 10) });
}

/**
 * A stretch of time for people.
 * @param {number} ms
 */
export function elapsed(ms) {
  if (ms < 1000) return t("time.ms", { amount: Math.max(1, Math.round(ms)) });
  return t("time.s", { amount: number(Math.round(ms / 100) / 10) });
}

const STEPS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", Infinity],
];

/**
 * How long ago something was, for people.
 * @param {number} then ms since 1970
 */
export function ago(then) {
  let amount = Math.max(0, Date.now() - then) / 1000;
  for (const [unit, most] of STEPS) {
    if (amount < most) return since(Math.round(amount), unit);
    amount /= most;
  }
}
