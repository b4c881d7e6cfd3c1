/**
 * Drafts: the texts that this browser keeps, offered on an empty page and listed in a dialog of their own.
 */
import { ago, glyph, html, nothing, size, t } from "../dom.js";
import { dialogHead } from "./dialog-head.js";

const OFFERED = 3;

/** What was left here, above the stories. @param {import("../store.js").State} state */
export const offered = ({ drafts }, act) =>
  drafts.length
    ? html`<div class="head"><h2>${t("drafts.left")}</h2><span class="grow"></span>
        <button class="btn quiet" @click=${act.showDrafts}>${t("drafts.manage")}</button></div>
      <ul class="drafts">${drafts.slice(0, OFFERED).map((draft) => html`<li>${opener(draft, act)}</li>`)}</ul>`
    : nothing;

const opener = (draft, act) => html`<button class="story"
  @click=${() => act.openDraft(draft)}>${names(draft)}<small>${told(draft)}</small></button>`;

function names({ case: { documents } }) {
  const shown = documents.slice(0, 3).map(({ name }) => name);
  return [...shown, ...(documents.length > 3 ? [`+ ${documents.length - 3}`] : [])].join(", ");
}

const told = ({ saved, case: { documents, view } }) =>
  [size(documents.reduce((sum, { text }) => sum + text.length, 0)), t(`view.${view}`), ago(saved)].join(" · ");

/** @param {{drafts: import("../case/drafts.js").Draft[], keeping: import("../case/drafts.js").Keeping}} facts */
export const draftsView = (_dialog, { drafts, keeping }, act) => html`
  ${dialogHead(t("drafts.title"), act)}
  <section><p>${t("drafts.about")}</p>
    <label><input type="checkbox" autofocus .checked=${keeping !== "off"}
      @change=${(event) => act.keepDrafts(event.target.checked)}> ${t("drafts.keep")}</label>
    ${keeping !== "on" && keeping !== "off" ? html`<p class="warn">${glyph("warn")} ${t(`drafts.${keeping}`)}</p>` : nothing}</section>
  <section>${drafts.length ? list(drafts, act) : html`<p class="dim">${t("drafts.none")}</p>`}</section>`;

const list = (drafts, act) => html`<ul class="drafts" tabindex="0" aria-label=${t("drafts.title")}>${drafts.map(
  (draft) => html`<li>${opener(draft, act)}<button class="btn quiet icon" aria-label=${t("drafts.forget", { name: names(draft) })}
    @click=${() => act.forgetDraft(draft)}>${glyph("x")}</button></li>`,
)}</ul>
  <div><button class="btn" @click=${act.forgetDrafts}>${t("drafts.clear")}</button></div>`;
