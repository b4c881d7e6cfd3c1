/**
 * Help: the nine hops, the gates, the faults, every finding code, the keys. The codes come from the engine's own table.
 *
 * @typedef {object} Row of that table
 * @property {string} code
 * @property {"error" | "warning" | "note"} severity
 * @property {string | null} fault
 * @property {string | null} hop
 * @property {string} title
 * @property {Record<string, string>} sentences by variant, with `{gaps}`
 * @property {string | null} advice
 */
import { codeWords, glyph, html, nothing, t } from "../dom.js";
import { dialogHead } from "./dialog-head.js";
import { languageView } from "./frame.js";
import { GLYPH, HOPS, hopLabel } from "./select.js";

const FAULTS = ["model", "host", "server", "contract", "provider", "capture"];
const KEYS = [
  "palette",
  "finding",
  "pane",
  "open",
  "save",
  "format",
  "undo",
  "find",
  "query",
  "inner",
  "escape",
  "row",
  "hop",
  "show",
  "reply",
  "filter",
  "keys",
];
const PARTS = ["hops", "faults", "codes", "keys"];

/**
 * @param {{part: string, code?: string, filter?: string}} dialog
 * @param {{findings: object[] | null, language: string, languages: Record<string, {name: string}>}} facts
 */
export const helpView = (dialog, facts, act) => html`
  ${dialogHead(t("help.title"), act)}
  <nav class="help-nav" aria-label=${t("help.title")}>${PARTS.map(
    (part) => html`<button class="btn quiet" aria-pressed=${dialog.part === part ? "true" : "false"}
    @click=${() => act.helpPart(part)}>${t(`help.${part}`)}</button>`,
  )}${languageView(facts.language, facts.languages, act)}</nav>
  <section class="help-body" tabindex="0" role="group"
    aria-label=${t(`help.${dialog.part}`)}>${VIEWS[dialog.part](dialog, facts, act)}</section>`;

const hops = () => html`<p>${t("help.hops.about")}</p>
  <table class="grid-t stack"><thead><tr><th scope="col">${t("stories.hop")}</th><th scope="col">${t("help.way")}</th><th
    scope="col">${t("help.what")}</th></tr></thead>
  <tbody>${HOPS.map((hop, index) => html`<tr><th scope="row" class="nowrap"><b>${index + 1}</b> <code
    translate="no">${hop}</code></th><td class="nowrap" data-l=${t("help.way")}>${t(`way.${hop}`)}</td><td>${t(`help.hop.${hop}`)}</td></tr>`)}</tbody></table>
  <p>${t("help.gates")}</p>`;

const faults = () => html`<p>${t("help.faults.about")}</p>
  <table class="grid-t"><tbody>${FAULTS.map((fault) => html`<tr><th
    scope="row" class="nowrap">${t(`fault.${fault}`)}</th><td>${t(`help.fault.${fault}`)}</td></tr>`)}</tbody></table>`;

function codes({ code, filter = code ?? "" }, { findings }, act) {
  if (!findings) return html`<p>${t("help.codes.later")}</p>`;
  const asked = filter.toLowerCase();
  const rows = findings.map((row) => ({ ...row, ...codeWords(row) }));
  const fit = rows.filter(({ code: own, title, advice, sentences }) =>
    [own, title, advice, ...Object.values(sentences)].some((text) => text.toLowerCase().includes(asked)),
  );
  return html`<input type="search" aria-label=${t("help.codes.filter")} placeholder=${t("help.codes.filter")}
    .value=${filter} @input=${(event) => act.helpFilter(event.target.value)}>
    <dl class="codes">${fit.map((row) => entry(row, act))}</dl>${fit.length ? nothing : html`<p>${t("help.codes.none")}</p>`}`;
}

/** @param {Row} row in the language of the page */
const entry = ({ code, severity, fault, hop, title, sentences, advice }, act) => html`<div><dt
    >${glyph(GLYPH[severity], { label: t(`severity.${GLYPH[severity]}`) })}<code translate="no">${code}</code>
    ${fault ? part("faults", t("findings.fault", { fault: t(`fault.${fault}`) }), act) : nothing}
    ${hop ? part("hops", hopLabel(hop), act) : nothing}</dt>
  <dd><b>${title}</b>${apart(Object.values(sentences).map(open)).map((sentence) => html`<p>${sentence}</p>`)}${
    advice ? html`<p class="dim"><b>${t("band.next")}</b> ${open(advice)}</p>` : nothing
  }</dd></div>`;

const part = (name, words, act) => html`<button class="link" @click=${() => act.helpPart(name)}>${words}</button>`;

/** Sentences that differ in more than what may follow them. @param {string[]} all */
function apart(all) {
  const told = new Map();
  for (const text of all) {
    const key = text.replace(/[…\s]+$/, "");
    if (!told.has(key)) told.set(key, text);
  }
  return [...told.values()];
}

/** A template with its gaps left open. @param {string} template */
const open = (template) =>
  template.replace(/\{\w+\}/g, "…").replaceAll("{{", "{").replaceAll("}}", "}").replaceAll("(s)", "s").replace(/…(?:\s*…|\.(?=\s|$))+/g, "…");

const keys = () =>
  html`<table class="grid-t keys"><tbody>${KEYS.map(
    (key) => html`<tr><th scope="row">${t(`keys.${key}`)}</th>
    <td>${t(`keys.${key}.is`)
      .split(" · ")
      .map((each) => html`<kbd>${each}</kbd> `)}</td></tr>`,
  )}</tbody></table><p class="dim">${t("keys.lists")}</p>`;

const VIEWS = { hops, faults, codes, keys };
