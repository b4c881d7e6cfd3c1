/**
 * The head of every dialog: its title, what was just done, and the button that closes it.
 */
import { glyph, html, t } from "../dom.js";

/**
 * @param {string} title
 * @param {{closeDialog: () => void}} act
 * @param {string} [said] what was just done: the status line is out of reach behind a dialog
 */
export const dialogHead = (title, act, said = "") => html`<header><h2 id="dialog-title">${title}</h2><span class="grow"></span>
  <span role="status" class="said">${said}</span><button class="btn quiet icon" aria-label=${t("close")} @click=${act.closeDialog}>${glyph("x")}</button></header>`;
