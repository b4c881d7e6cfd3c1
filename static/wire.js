// What the page and its worker both know: how long texts travel beside a message, and the words for a failed start.

/** Strings at least this long travel beside the envelope, so that no JSON writer or reader has to walk through them. */
const LONG = 4096;

/**
 * Takes the long strings out of a value, leaving `{"$text": n}` in their places.
 * @param {unknown} value  a JSON value
 * @returns {{value: unknown, texts: string[]}}
 */
export function lift(value) {
  /** @type {string[]} */
  const texts = [];
  return { value: replace(value, (each) => beside(each, texts)), texts };
}

/**
 * Puts the long strings back to where `lift` took them from.
 * @param {unknown} value
 * @param {string[]} texts
 * @returns {any}
 */
export function settle(value, texts) {
  return replace(value, (each) => fromBeside(each, texts));
}

/** A value's own `{"$text": …}` goes as `{"$text": […]}`, so that no mark is taken for another. @param {any} each @param {string[]} texts */
function beside(each, texts) {
  if (typeof each === "string") return each.length < LONG ? each : { $text: texts.push(each) - 1 };
  return isMark(each) ? { $text: [replace(each.$text, (inner) => beside(inner, texts))] } : each;
}

/** @param {any} each @param {string[]} texts */
function fromBeside(each, texts) {
  if (!isMark(each)) return each;
  return Array.isArray(each.$text) ? { $text: replace(each.$text[0], (inner) => fromBeside(inner, texts)) } : texts[each.$text];
}

/** @param {any} each */
function isMark(each) {
  return each !== null && typeof each === "object" && Object.hasOwn(each, "$text") && Object.keys(each).length === 1;
}

/** Changes the outer first; what was changed is left as it is. Depth is bounded: the engine refuses what nests deeper than its limit. */
function replace(/** @type {any} */ value, /** @type {(each: any) => any} */ change) {
  const changed = change(value);
  if (changed !== value || changed === null || typeof changed !== "object") return changed;
  if (Array.isArray(changed)) return changed.map((each) => replace(each, change));
  return Object.fromEntries(Object.entries(changed).map(([key, each]) => [key, replace(each, change)]));
}

/** What a failed start is called, said in one sentence, and what the user can try. */
export const START_FAULTS = {
  "file-missing": {
    message: "A file of this page could not be loaded.",
    steps: [
      "Check the connection and try again.",
      "Reload the page: its files may have been replaced while it was open.",
      "If you host the page yourself, upload the whole folder again.",
    ],
  },
  "no-webassembly": {
    message: "This browser does not run WebAssembly, which the checker needs.",
    steps: ["Use a current Chromium, Firefox or Safari.", "Allow WebAssembly if a setting or an extension blocks it."],
  },
  "no-worker": {
    message: "This browser did not let the page start its background worker.",
    steps: ["Allow workers for this page if an extension blocks them.", "Use a current Chromium, Firefox or Safari."],
  },
  "out-of-memory": {
    message: "There was not enough memory to start the checker.",
    steps: ["Close other tabs or programs and try again."],
  },
  "files-differ": {
    message: "The files of this page are damaged or belong to different versions.",
    steps: ["Reload the page.", "If you host the page yourself, upload the whole folder again."],
  },
  "start-timeout": {
    message: "The checker did not start in time.",
    steps: ["Try again; on a slow connection the first visit takes longer.", "Reload the page."],
  },
  "start-failed": {
    message: "The checker could not be started.",
    steps: ["Try again.", "Reload the page."],
  },
};

/** An error with a code, as it crosses from the worker to the page. */
export class CodedError extends Error {
  /** @param {keyof typeof START_FAULTS} code @param {string} detail */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}
