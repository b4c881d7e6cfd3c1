/**
 * The languages of the page, and which of them is spoken: the one that was chosen, else the browser's first that is there.
 */
import english from "./en.json";
import korean from "./ko.json";
import simplified from "./zh-Hans.json";
import traditional from "./zh-Hant.json";

const KEY = "hopscope.language";
/** Each by its own name, with the page's own words; what a table lacks is said in English. */
export const LANGUAGES = {
  en: { name: "English", words: english },
  "zh-Hant": { name: "繁體中文", words: traditional },
  "zh-Hans": { name: "简体中文", words: simplified },
  ko: { name: "한국어", words: korean },
};

/** Chinese is told apart by script, which a place implies where the tag does not say it. */
function tagOf(asked) {
  const { language, script } = new Intl.Locale(asked).maximize();
  return language === "zh" ? `zh-${script}` : language;
}

/** The first of these tags that the page speaks. @param {readonly string[]} wanted */
export function spoken(wanted) {
  for (const asked of wanted) {
    try {
      const tag = tagOf(asked);
      if (tag in LANGUAGES) return tag;
    } catch {
      // No language tag at all: the next one may be.
    }
  }
  return "en";
}

/** The language that was chosen in this browser, or "". */
export function chosenLanguage() {
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return kept in LANGUAGES ? kept : "";
  } catch {
    return "";
  }
}

/** Remember a choice. @param {string} tag */
export function chooseLanguage(tag) {
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
