/**
 * The page's words: templates with named parameters, one table a language, English standing in for what another lacks.
 */

/** @type {Record<string, string>} */
let words = {};
let language = "en";
/** Making one costs more than using it a thousand times. @type {{plural: Intl.PluralRules, number: Intl.NumberFormat, time: Intl.RelativeTimeFormat}} */
let forms = formsOf("en");

/** @param {string} tag */
function formsOf(tag) {
  const time = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  return { plural: new Intl.PluralRules(tag), number: new Intl.NumberFormat(tag), time };
}

/**
 * Choose the language of every template that `t` fills from now on.
 * @param {string} tag BCP 47
 * @param {Record<string, string>} english the table that has every key
 * @param {Record<string, string>} [table] the language's own
 */
export function useMessages(tag, english, table = english) {
  words = { ...english, ...table };
  language = tag;
  forms = formsOf(tag);
}

/** The language in use. */
export const languageNow = () => language;

const plural = (key, count) => {
  const form = `${key}.${forms.plural.select(count)}`;
  return words[form] ?? words[key];
};

/**
 * The words for a key; `{name}` is filled from params. Where params has `n` and the table a form for it
 * (`key.one`), that form is taken.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const template = typeof params.n === "number" ? plural(key, params.n) : words[key];
  if (template === undefined) return key;
  return template.replace(/\{(\w+)\}/g, (whole, name) => show(params[name], whole));
}

const show = (value, otherwise) => (typeof value === "number" ? number(value) : (value ?? otherwise));

/**
 * A count with the language's own grouping.
 * @param {number} value
 */
export const number = (value) => forms.number.format(value);

/** An amount of time that is gone, in the language's words. @param {number} amount @param {Intl.RelativeTimeFormatUnit} unit */
export const since = (amount, unit) => forms.time.format(-amount, unit);
