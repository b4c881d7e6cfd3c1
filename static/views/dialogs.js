/**
 * The one dialog of the page: share, keys, or a name to be given.
 */
import { glyph, html, nothing, t } from "../dom.js";
import { shareView } from "./share.js";

/** @param {import("../store.js").State} state @param {object} facts */
export function dialogView({ dialog }, facts, act) {
  if (!dialog) return nothing;
  return KINDS[dialog.kind](dialog, facts, act);
}

const KINDS = {
  share: (dialog, facts, act) => shareView(dialog, facts, act),
  help: (_dialog, _facts, act) => helpView(act),
  rename: (dialog, _facts, act) => renameView(dialog, act),
};

const head = (title, act) => html`<header><h2 id="dialog-title">${title}</h2><span class="grow"></span>
  <button class="btn quiet icon" aria-label=${t("close")} @click=${act.closeDialog}>${glyph("x")}</button></header>`;

const ROWS = ["finding", "pane", "open", "save", "undo", "find", "escape", "row", "hop", "show", "reply", "filter", "keys"];

const helpView = (act) => html`${head(t("keys.title"), act)}
  <section><table class="grid-t keys"><tbody>${ROWS.map((row) => html`<tr><th scope="row">${t(`keys.${row}`)}</th><td>${t(`keys.${row}.is`).split(" · ").map((key) => html`<kbd>${key}</kbd> `)}</td></tr>`)}</tbody></table>
  <p class="dim">${t("keys.lists")}</p></section>`;

function renameView({ id, name }, act) {
  const done = (event) => {
    event.preventDefault();
    act.renamed(id, event.target.elements.name.value);
  };
  return html`${head(t("menu.rename"), act)}
    <section><form @submit=${done}><div class="url"><input type="text" name="name" aria-label=${t("documents.name")} .value=${name} autofocus @focus=${(event) => event.target.select()}>
    <button class="btn main">${t("rename.done")}</button></div></form></section>`;
}
