/**
 * The result side of Format and Validate: options on top, the text or the findings below.
 */
import { cut, glyph, html, nothing, ruleName, t } from "../dom.js";

const INDENTS = [2, 4, 0];

/** @param {import("../store.js").State} state */
export const formatBar = ({ options, trace }, act) => html`<div class="head tools-bar"><h2>${t("view.format")}</h2>
  <label>${t("format.indent")} <select aria-label=${t("format.indent")}
    @change=${(event) => act.option({ indent: Number(event.target.value) })}>
    ${INDENTS.map((indent) => html`<option value=${indent}
      ?selected=${options.indent === indent}>${t(`format.indent.${indent}`)}</option>`)}</select></label>
  ${tick("sort", options.sort, act)}${tick("repair", options.repair, act)}${tick("unwrap", options.unwrap, act)}
  <span class="grow"></span>
  ${trace?.kind === "format" ? html`<span class="dim opt">${trace.name}</span>` : nothing}</div>`;

const tick = (name, checked, act) =>
  html`<label><input type="checkbox" .checked=${checked}
    @change=${(event) => act.option({ [name]: event.target.checked })}> ${t(`format.${name}`)}</label>`;

/** What was changed to make it JSON. @param {import("../store.js").State} state */
export function editsView({ trace }, act) {
  if (trace?.kind !== "format" || !trace.edits.length) return nothing;
  return html`<section aria-label=${t("format.edits")}><div class="head"><h2>${t("format.edits")}</h2><span
    class="dim">${trace.edits.length}</span></div>
    <table class="frag edits"><caption class="vh">${t("format.edits")}</caption>
      <thead><tr><th scope="col">${t("edits.place")}</th><th scope="col">${t("edits.rule")}</th><th
        scope="col">${t("edits.removed")}</th><th scope="col">${t("edits.inserted")}</th></tr></thead>
      <tbody>${trace.edits.slice(0, 200).map(
        (
          edit,
        ) => html`<tr><td><button class="link"
          @click=${() => act.showPlace({ document: trace.name, ...edit })}>${edit.line}:${edit.column}</button></td>
        <td>${ruleName(edit.rule)}${trust(edit.confidence)}</td><td><code>${cut(edit.removed, LONG)}</code></td><td><code>${cut(edit.inserted, LONG)}</code></td></tr>`,
      )}</tbody></table></section>`;
}

const LONG = 60;

/** What an edit that is not sure is. @param {"sure"|"likely"|"guess"} confidence */
const trust = (confidence) =>
  confidence === "sure"
    ? nothing
    : html` <span class="dim">(${t(confidence === "guess" ? "edits.guess" : "edits.likely")})</span>`;

/** @param {import("../store.js").State} state */
export const validateBar = (
  { documents, options },
  chosen,
  act,
) => html`<div class="head tools-bar"><h2>${t("view.validate")}</h2>
  ${side("instance", documents, chosen, act)}${side("schema", documents, chosen, act)}
  <button class="btn" ?disabled=${documents.length < 2}
    @click=${() => act.sides({ schema: chosen.instance, instance: chosen.schema })}>${t("validate.swap")}</button>
  <label><input type="checkbox" .checked=${options.formats}
    @change=${(event) => act.option({ formats: event.target.checked })}> ${t("validate.formats")}</label></div>
  ${documents.length < 2 ? html`<p class="pad">${t("validate.add")} <button class="link do"
    @click=${act.addDocument}>${glyph("plus")} ${t("documents.add")}</button></p>` : nothing}`;

const side = (name, documents, chosen, act) =>
  documentChoice(t(`validate.${name}`), documents, chosen[name], (other) => act.sides({ ...chosen, [name]: other }));

/**
 * A choice of one document by name; nothing is to be chosen while there is only one.
 * @param {string} label
 * @param {{name: string}[]} documents
 * @param {string | null} chosen
 * @param {(name: string) => void} choose
 */
export const documentChoice = (label, documents, chosen, choose) => html`<label>${label} <select aria-label=${label}
  ?disabled=${documents.length < 2} @change=${(event) => choose(event.target.value)}>
  ${documents.map(({ name }) => html`<option value=${name} .selected=${chosen === name}>${name}</option>`)}</select></label>`;
