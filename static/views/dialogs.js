/**
 * The one dialog of the page: share, drafts, help, commands, or a name to be given.
 */
import { html, nothing, t } from "../dom.js";
import { dialogHead } from "./dialog-head.js";
import { draftsView } from "./drafts.js";
import { helpView } from "./help.js";
import { paletteView } from "./palette.js";
import { shareView } from "./share.js";

/** @param {import("../store.js").State} state @param {object} facts */
export function dialogView({ dialog }, facts, act) {
  if (!dialog) return nothing;
  return KINDS[dialog.kind](dialog, facts, act);
}

const KINDS = {
  share: (dialog, facts, act) => shareView(dialog, facts, act),
  help: (dialog, facts, act) => helpView(dialog, facts, act),
  drafts: (dialog, facts, act) => draftsView(dialog, facts, act),
  palette: (dialog, facts, act) => paletteView(dialog, facts.commands(), act),
  rename: (dialog, _facts, act) => renameView(dialog, act),
};

function renameView({ id, name }, act) {
  const done = (event) => {
    event.preventDefault();
    act.renamed(id, event.target.elements.name.value);
  };
  return html`${dialogHead(t("menu.rename"), act)}
    <section><form @submit=${done}><div class="url"><input type="text" name="name" aria-label=${t("documents.name")}
      .value=${name} autofocus @focus=${(event) => event.target.select()}>
    <button class="btn main">${t("rename.done")}</button></div></form></section>`;
}
