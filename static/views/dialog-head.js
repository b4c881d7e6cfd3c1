/**
 * The head of every dialog: its title, and the button that closes it.
 */
import { glyph, html, t } from "../dom.js";

/** @param {string} title @param {{closeDialog: () => void}} act */
export const dialogHead = (title, act) => html`<header><h2 id="dialog-title">${title}</h2><span class="grow"></span>
  <button class="btn quiet icon" aria-label=${t("close")} @click=${act.closeDialog}>${glyph("x")}</button></header>`;
