/**
 * The bar on top and the status line below.
 */
import { elapsed, glyph, html, nothing, t, worded } from "../dom.js";

/** The switch of languages. @param {string} chosen @param {Record<string, {name: string}>} languages */
export const languageView = (chosen, languages, act) => html`<select class="lang" aria-label=${t("language")}
    @change=${(event) => act.language(event.target.value)}>${Object.entries(languages).map(
      ([tag, { name }]) => html`<option value=${tag} lang=${tag} .selected=${chosen === tag}>${name}</option>`,
    )}</select>`;

/** @param {import("../store.js").State} state @param {string[]} views those that are there */
export const barView = (state, views, languages, act) => html`
  <span class="brand">${glyph("brand")}<span>${t("name")}</span></span>
  <nav aria-label=${t("views")}>${views.map(
    (view) => html`<button data-testid="view" data-view=${view} aria-current=${state.view === view ? "page" : nothing}
    @click=${() => act.view(view)}>${t(`view.${view}`)}</button>`,
  )}</nav>
  <span class="grow"></span>
  <button class="btn seek" aria-keyshortcuts="Control+K" @click=${act.openPalette}>${glyph("find")}<span
    class="t">${t("palette.open")}</span><kbd aria-hidden="true">${t("key.palette")}</kbd></button>
  <button class="btn main" data-testid="share" ?disabled=${state.phase === "empty"}
    @click=${act.share}>${t("share")}</button>
  ${languageView(state.language, languages, act)}
  <button class="btn quiet icon" aria-label=${t("theme", { theme: t(`theme.${state.theme}`) })}
    title=${t("theme", { theme: t(`theme.${state.theme}`) })} @click=${act.theme}>${glyph("theme")}</button>
  <button class="btn quiet icon" aria-label=${t("help")} title=${t("help")} @click=${act.help}>?</button>`;

const ALARMING = ["full", "large", "refused"];

/** Whether texts stay in this browser, and the way to see and forget them. */
const keeping = ({ keeping: how, drafts }, act) => html`<button class="link do ${ALARMING.includes(how) ? "warn" : ""}"
  title=${t("drafts.title")} @click=${act.showDrafts}>${ALARMING.includes(how) ? glyph("warn") : nothing}
  ${t(`status.keeping.${how}`, { n: drafts.length })}</button>`;

const DOT = { ready: "", starting: "wait", busy: "wait", failed: "bad" };

/**
 * What the engine does for the result that is there already (a link for the address, a match) is not told as checking.
 * @param {import("../store.js").State} state
 */
export function statusView(state, act) {
  const { engine, phase } = state;
  const shown = engine.state === "busy" && phase === "fresh" ? "ready" : engine.state;
  return html`<span class="bar tight"><span class="dot ${DOT[shown]}"></span>${t(`engine.${shown}`)}</span>
    ${phase === "fresh" ? html`<span class="dim"
      data-testid="took">${t("status.took", { time: elapsed(state.took) })}</span>` : nothing}
    <span class="dim">${t("status.private")}</span>
    ${engine.note ? html`<span class="warn">${glyph("warn")} ${worded(engine.note.message)}</span>` : nothing}
    ${state.followed ? html`<span class="dim opt">${t(`status.address.${state.followed}`)}</span>` : nothing}
    <span class="grow"></span>
    <span role="status" class="said">${state.dialog?.kind === "share" ? "" : (state.said ?? "")}</span>
    ${state.update ? html`<button class="link do" @click=${state.update}>${t("status.update")}</button>` : nothing}
    ${keeping(state, act)}
    ${state.offline ? html`<span class="dim opt">${t("status.offline")}</span>` : nothing}`;
}
