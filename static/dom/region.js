/**
 * A part of the page that is drawn again only when what it shows has changed.
 */
import { render } from "lit-html";
import { languageNow } from "./messages.js";
import { languageTold } from "./telling.js";

/**
 * @template S
 * @param {HTMLElement} root
 * @param {(state: S) => unknown[]} seen what the region shows; it is drawn when one of these is another value,
 *   or a language
 * @param {(state: S) => unknown} template
 * @returns {(state: S) => void}
 */
export function region(root, seen, template) {
  let last = null;
  return (state) => {
    const now = [languageNow(), languageTold(), ...seen(state)];
    if (last && now.length === last.length && now.every((value, index) => Object.is(value, last[index]))) return;
    if (!last) root.replaceChildren();
    last = now;
    try {
      render(template(state), root);
    } catch (error) {
      // One broken part must not keep the others from showing the present state.
      reportError(error);
    }
  };
}
