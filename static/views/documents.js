/**
 * The documents: tabs over the editor, and the line below it that says where one is.
 */
import { glyph, html, nothing, openMenu, roving, t } from "../dom.js";
import { GLYPH, byDocument, worst } from "./select.js";

const move = roving("[role=tab]", (tab) => tab.click());

/** @param {import("../store.js").State} state */
export function tabsView(state, act) {
  requestAnimationFrame(keepTab);
  const findings = state.trace ? byDocument(state.trace) : new Map();
  const lone = state.documents.length === 1;
  return html`<div class="tabs docs" role="tablist" aria-label=${t("documents.label")}
    @keydown=${(event) => keys(event, state, act)}>
      ${state.documents.map((entry) => tab(entry, entry.id === state.active, findings.get(entry.name) ?? [], act))}</div>
    <button class="btn quiet icon" aria-label=${t("documents.add")} title=${t("documents.add")}
      @click=${act.addDocument}>${glyph("plus")}</button>
    <span class="grow"></span>
    <button class="btn quiet icon mono" aria-pressed=${state.query ? "true" : "false"} aria-label=${t("query.title")}
      title=${`${t("query.title")} (${t("key.query")})`} @click=${state.query ? act.closeQuery : act.openQuery}>$.</button>
    <button class="btn quiet icon" aria-haspopup="menu" aria-expanded="false" aria-label=${t("documents.menu")}
      title=${t("documents.menu")}
      @click=${(event) => openMenu(event.currentTarget, menu(state, lone, act))}>${glyph("more")}</button>`;
}

/** Where there is room for few tabs, the shown one is among those in sight. */
export function keepTab() {
  const tab = /** @type {HTMLElement | null} */ (document.querySelector(".docs [aria-selected='true']"));
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const from = tab.offsetLeft - list.offsetLeft;
  if (from < list.scrollLeft || from + tab.offsetWidth > list.scrollLeft + list.clientWidth) list.scrollLeft = from;
}

function tab({ id, name }, current, findings, act) {
  const bad = worst(findings);
  const look = bad && GLYPH[bad.severity];
  return html`<button role="tab" aria-selected=${current ? "true" : "false"} tabindex=${current ? 0 : -1}
    aria-controls="doc" data-id=${id} title=${name}
    @click=${() => act.showId(id)} @dblclick=${() => act.rename(id)} @auxclick=${(event) => event.button === 1 && act.remove(id)}>
    <span class="name" translate="no">${name}</span>${bad ? html` <small>${glyph(look)}${bad.count}<span
      class="vh"> ${t(`severity.${look}`)}</span></small>` : nothing}</button>`;
}

function keys(event, state, act) {
  if (event.key === "F2") act.rename(state.active);
  else if (event.key === "Delete") act.remove(state.active);
  else return move(event);
  event.preventDefault();
}

const menu = (state, lone, act) => [
  ...(lone
    ? []
    : state.documents.map(({ id, name }) => ({
        label: name,
        current: id === state.active,
        run: () => act.showId(id),
      }))),
  { label: t("menu.rename"), keys: "F2", break: !lone, run: () => act.rename(state.active) },
  { label: t("menu.save"), keys: t("key.save"), run: act.save },
  { label: t("menu.remove"), run: () => act.remove(state.active) },
  { label: t("menu.open"), keys: t("key.open"), break: true, run: act.openFiles },
  { label: t("menu.find"), keys: t("key.find"), run: act.find },
  { label: t("keys.inner"), keys: t("key.inner"), run: act.toggleInner },
  { label: t("menu.undo"), keys: t("key.undo"), run: act.undo },
  { label: t(state.wrap === false ? "menu.wrap" : "menu.nowrap"), run: act.toggleWrap },
  { label: t("menu.clear"), break: true, run: act.clear },
];

/** @param {import("../store.js").State} state */
export function footView(state, act) {
  const { cursor, trace } = state;
  const name = state.documents.find(({ id }) => id === state.active)?.name;
  const known = trace?.documents.find((entry) => entry.name === name);
  return html`<span>${cursor ? caret(cursor) : nothing}</span>
    <span class="dim cut">${known ? recognised(known, act) : nothing}</span><span class="grow cut"></span>
    ${trace?.findings.length ? stepper(state, act) : nothing}`;
}

function caret({ line, column, lastColumn, selected }) {
  if (!selected) return t("foot.at", { line: String(line), column: String(column) });
  const text =
    lastColumn === null
      ? t("foot.at", { line: String(line), column: String(column) })
      : t("foot.range", { line: String(line), column: String(column), last: String(lastColumn) });
  return html`${text} <span class="dim">${t("foot.selected", { n: selected })}</span>`;
}

const recognised = ({ dialect, layers, completeness }, act) =>
  [dialect ? act.dialect(dialect) : t("documents.unknown"), layers.join(" › "), t(`completeness.${completeness}`)]
    .filter(Boolean)
    .join(" · ");

function stepper(state, act) {
  const { findings } = state.trace;
  return html`<span class="bar steps"><button class="link" aria-label=${t("foot.previous")}
    @click=${() => act.step(-1)}>‹</button>${
    state.finding === null
      ? t("foot.count", { n: findings.length })
      : t("foot.nth", { at: act.position() + 1, all: findings.length })
  }<button class="link" aria-label=${t("foot.next")} @click=${() => act.step(1)}>›</button></span>`;
}

/** The words that lie over an empty editor. */
export const blankView = () =>
  html`<strong>${t("blank.title")}</strong><span>${t("blank.known")}</span><span>${t("blank.private")}</span>`;
