/**
 * The first visit: stories to open, each with its verdict; and, when the start failed, what was tried.
 */
import { glyph, html, nothing, t, worded } from "../dom.js";
import { GLYPH, hopLabel } from "./select.js";

const LOOK = { fail: "fail", warning: "warn", pass: "ok", unchecked: "" };

/** @param {{id: string, status: string, fault: string | null, hop: string | null}[]} stories */
export const storiesView = (stories, act) => html`
  <div class="head"><h2>${t("stories.title")}</h2><span
    class="dim">${t("stories.hint", { n: stories.length })}</span></div>
  <div class="views" tabindex="0" role="group" aria-label=${t("stories.label")}><table class="grid-t stack tops">
    <thead><tr><th scope="col">${t("stories.verdict")}</th><th scope="col">${t("stories.story")}</th><th
      scope="col">${t("stories.fault")}</th><th scope="col">${t("stories.hop")}</th></tr></thead>
    <tbody>${stories.map((story) => row(story, act))}</tbody></table></div>`;

const row = ({ id, status, fault, hop }, act) => html`<tr>
  <td class="s ${LOOK[status]}">${glyph(GLYPH[status])}${t(`word.${status}`)}</td>
  <td><button class="story" data-story=${id}
    @click=${() => act.story(id)}>${t(`story.${id}`)}<small>${t(`story.${id}.about`)}</small></button></td>
  <td class="nowrap" data-l=${t("stories.fault")}>${fault ? t(`fault.${fault}`) : nothing}</td>
  <td class="nowrap" data-l=${t("stories.hop")}>${hopLabel(hop)}</td></tr>`;

/** @param {import("../store.js").State} state */
export function failedView({ engine }) {
  const steps = engine.fatal?.steps ?? [];
  const tried = engine.fatal?.data?.tried ?? [];
  return html`${tried.length ? triedTable(tried) : nothing}
    <div class="head"><h2>${t("failed.helps")}</h2></div>
    <ul class="pad helps">${steps.map((step) => html`<li>${worded(step)}</li>`)}
      ${engine.kind === "plain" ? nothing : html`<li>${t("failed.without")}</li>`}</ul>`;
}

const triedTable = (tried) => html`<div class="head"><h2>${t("failed.tried")}</h2></div>
  <table class="grid-t stack tried"><thead><tr><th scope="col">${t("failed.step")}</th><th
    scope="col">${t("failed.outcome")}</th></tr></thead>
  <tbody>${tried.map(({ step, outcome, ok }) => html`<tr><td>${worded(step)}</td><td
    class="s ${ok ? "ok" : "fail"}">${glyph(ok ? "ok" : "fail")}${outcome}</td></tr>`)}</tbody></table>`;
