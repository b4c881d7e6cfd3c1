/**
 * What the engine says, in the language of the page: findings by the templates of their code, all else phrase by phrase.
 * What has no words there stays English.
 */
import { fill, phrasebook } from "./phrases.js";

/**
 * @typedef {{title: string, says: Record<string, string>}} Words of one code; `says` by variant, "" is the usual one
 * @typedef {{codes: Record<string, Words>, rules: Record<string, string>, phrases: Record<string, string>}} Book
 * @typedef {{code: string, message: string, params?: Record<string, any>, advice?: string | null}} Finding
 */

/** Params that hold the user's or somebody else's own text. */
const OWN = new Set(
  "said text tool id name key earlier later header masked pattern ref object would decoded executed safe".split(" "),
);
/** What the engine calls a thing without a name, where its name would stand. */
const NAMED = /^(The (schema|path|tool|list of tools|request)|a request)$/;
/** Where such a param is the engine's own phrase all the same. */
const SPOKEN = new Set(["answer-unreadable said", "call-malformed said", "result-structured-missing text", "return-missing id"]);
/** Behind a filled gap that ended its own sentence, the template's full stop is one too many. */
const ENDS = /([.?!。？！…]["”」』)]?)[.。](?=\s|$|[\u3000-\u9fff\uac00-\ud7a3])/g;
/** Templates part Latin words from Chinese ones by a space, which nothing stands for between two Chinese ones. */
const BETWEEN = /(?<=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]) +(?=[\u3000-\u303f\u3400-\u9fff\uff00-\uffef])/g;
/** Korean particles that depend on the sound before them, as written where the template cannot know it. */
const PARTICLE = /([가-힣\d])(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로)/g;
const FORMS = {
  "은(는)": ["은", "는"],
  "이(가)": ["이", "가"],
  "을(를)": ["을", "를"],
  "과(와)": ["과", "와"],
  "(으)로": ["으로", "로"],
};
/** The number of the consonant that each digit's reading ends in, as Unicode counts them; 0 is none, 8 is ㄹ. */
const DIGITS = { 0: 21, 1: 8, 2: 0, 3: 16, 4: 0, 5: 0, 6: 1, 7: 8, 8: 8, 9: 0 };
/** A word that is said alone is the engine's, as one that tells a kind is. */
const WHOLE = "kind";
const KEPT = 2000;

/**
 * @param {string} tag BCP 47
 * @param {Book} book
 */
export function teller(tag, { codes, rules, phrases }) {
  const phrase = phrasebook(phrases);
  const between = phrases["{each}, {last}"].replace(/\{\w+\}/g, "");
  const smooth = (text) => {
    const ended = text.replace(ENDS, "$1");
    return tag.startsWith("zh") ? ended.replace(BETWEEN, "") : ended.replace(PARTICLE, sounded);
  };
  const spoken = (value, name) => {
    if (Array.isArray(value)) return value.map((one) => spoken(one, name)).join(between);
    if (value === null) return phrases.none;
    if (typeof value !== "string") return String(value);
    if (name === "rules") return rules[value] ?? value;
    return (OWN.has(name) ? NAMED.test(value) && phrases[value] : phrase(value, name)) || value;
  };
  const filled = (code, template, params) => {
    const gaps = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const given = gaps.filter((name) => Object.hasOwn(params, name));
    const as = (name) => (SPOKEN.has(`${code} ${name}`) ? "" : name);
    return smooth(fill(template, Object.fromEntries(given.map((name) => [name, spoken(params[name], as(name))]))));
  };
  /** @type {WeakMap<Finding, string>} */
  const told = new WeakMap();
  const sentence = remembered((/** @type {string} */ english) => {
    const found = phrase(english, WHOLE);
    return found === null ? english : smooth(found);
  });

  return {
    sentence,
    /** @param {Finding} finding */
    message(finding) {
      const { code, message, params = {} } = finding;
      const template = codes[code]?.says[params.variant ?? ""];
      if (template === undefined) return message;
      if (!told.has(finding)) told.set(finding, filled(code, template, params));
      return told.get(finding) ?? message;
    },
    /** The name of a rule of mending. @param {string} id */
    rule: (id) => rules[id] ?? id,
    /** The title of a code, or its sentences by variant. @param {string} code */
    words: (code) => codes[code],
  };
}

/** @template T @param {(key: string) => T} make @returns {(key: string) => T} */
function remembered(make) {
  const kept = new Map();
  return (key) => {
    if (kept.size > KEPT) kept.clear();
    if (!kept.has(key)) kept.set(key, make(key));
    return kept.get(key);
  };
}

/** The form of a particle behind a syllable: whether it ends in a consonant decides. */
function sounded(_whole, syllable, particle) {
  const final = DIGITS[syllable] ?? (syllable.charCodeAt(0) - 0xac00) % 28;
  const open = final === 0 || (particle === "(으)로" && final === 8);
  return syllable + FORMS[particle][open ? 1 : 0];
}

const ENGLISH = { sentence: (english) => english, message: ({ message }) => message, rule: (id) => id, words: () => undefined };
/** Made with the first sentence, as the page may start without one. */
let now = () => ENGLISH;
let language = "en";

/** Say what the engine says in this language from now on. @param {string} tag @param {Book} [book] English needs none */
export function useTelling(tag, book) {
  let made = book ? null : ENGLISH;
  language = book ? tag : "en";
  now = () => (made ??= teller(tag, book));
}

/** The language that findings are told in. */
export const languageTold = () => language;

/** A sentence of the engine's own. @param {string} english */
export const worded = (english) => now().sentence(english);

/** The language of a sentence as it is shown, where it is not the page's: what has no words there stays English. @param {string} shown @param {string} english */
export const tongue = (shown, english) => (shown === english && now() !== ENGLISH ? "en" : undefined);

/** What was mended, by the id of its rule. @param {string} id */
export const ruleName = (id) => now().rule(id);

/** A finding's sentence. @param {Finding} finding */
export const messageOf = (finding) => now().message(finding);

/** What helps; "" where the sentence says it. @param {Finding} finding */
export const adviceOf = ({ advice }) => (advice ? now().sentence(advice) : "");

/** A verdict's sentence: that of the finding it rests on, or the engine's own. @param {{code?: string | null, message: string}} verdict @param {Finding[]} findings */
export function headline({ code, message }, findings) {
  const cause = code ? findings.find((finding) => finding.code === code && finding.message === message) : null;
  return cause ? now().message(cause) : now().sentence(message);
}

/**
 * A row of the engine's table of codes in the language.
 * @param {{code: string, title: string, sentences: Record<string, string>, advice: string | null}} row
 */
export function codeWords({ code, title, sentences, advice }) {
  const own = now().words(code);
  return {
    title: own?.title ?? title,
    sentences: { ...sentences, ...own?.says },
    advice: advice ? now().sentence(advice) : "",
  };
}
