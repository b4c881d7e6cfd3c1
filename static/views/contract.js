/**
 * Contract: the tools with their mounts side by side, and what each provider does with them.
 */
import { glyph, html, messageOf, nothing, prose, roving, size, t, worded } from "../dom.js";
import { formsView } from "./contract-forms.js";
import { brief, mendView } from "./contract-mend.js";
import { CLASS_WORDS, GLYPH, SEVERITY, hopLabel, placeLabel } from "./select.js";

const move = roving(".tools button");
const STATUS_RANK = { fail: 0, warning: 1, ok: 2 };
/** Findings by tool, sorted out once for each result. @type {WeakMap<object[], Map<string, object[]>>} */
const sorted = new WeakMap();
function ofTool(findings, name) {
  if (!sorted.has(findings)) sorted.set(findings, Map.groupBy(findings, ({ params }) => params?.tool));
  return sorted.get(findings).get(name) ?? [];
}
const isProvider = ({ code }) => code.startsWith("provider-");

/** How a tool's own contract stands, whatever providers make of it. */
function standing(findings, name) {
  const worst = ofTool(findings, name)
    .filter((finding) => !isProvider(finding))
    .reduce((rank, { severity }) => Math.min(rank, SEVERITY[severity]), 2);
  return ["fail", "warning", "ok"][worst];
}

/** The tool to show: the chosen one, else the worst. */
function chosenTool({ contracts, findings }, tool) {
  const names = contracts.map(({ name }) => name);
  if (names.includes(tool)) return tool;
  const worst = Math.min(...names.map((name) => STATUS_RANK[standing(findings, name)]));
  return names.find((name) => STATUS_RANK[standing(findings, name)] === worst);
}

const none = (act) => html`<section class="pad alone" aria-label=${t("view.contract")}><p>${t("contract.empty.what")}</p>
  <p>${t("contract.empty.call")}</p>
  <p><button class="link do" @click=${act.addDocument}>${glyph("plus")} ${t("documents.add")}</button></p></section>`;

/** @param {import("../store.js").State} state */
export function contractView(state, act) {
  const { trace } = state;
  if (trace?.kind !== "contract") return nothing;
  if (!trace.contracts.length) return none(act);
  const name = chosenTool(trace, state.tool);
  const contract = trace.contracts.find((each) => each.name === name);
  return html`<section class="tools" aria-label=${t("contract.tools")}>${tools(state, name, act)}</section>
    <section class="views" aria-label=${name}>
      ${mounts(contract, trace, act)}${sizesView(contract)}${providers(contract, trace, state, act)}${others(contract, trace, act)}${formsView(state, act)}
    </section>`;
}

function tools({ trace, toolFilter = "" }, chosen, act) {
  const words = toolFilter.toLowerCase();
  const fit = trace.contracts.filter(({ name }) => name.toLowerCase().includes(words));
  return html`<div class="head"><input type="search" class="grow" aria-label=${t("contract.filter")}
      placeholder=${t("contract.filter.of", { n: trace.contracts.length })} .value=${toolFilter}
      @input=${(event) => act.filterTools(event.target.value)}></div>
    <div class="views" @keydown=${move}>${fit.slice(0, 500).map((contract) => tool(contract, trace, chosen, act))}</div>`;
}

function tool({ name, mounts: at }, { findings }, chosen, act) {
  const status = standing(findings, name);
  return html`<button aria-current=${name === chosen ? "true" : nothing} tabindex=${name === chosen ? 0 : -1}
    @click=${() => act.chooseTool(name)}>${glyph(GLYPH[status], { label: t(`status.${status}`) })}<code
    translate="no">${name}</code><small>${t("contract.mounts", { n: at.length })}</small></button>`;
}

function mounts(contract, { findings }, act) {
  const drifts = ofTool(findings, contract.name).filter(({ code }) => code.startsWith("contract-drift"));
  return html`<div class="head"><h2>${t("contract.side")}</h2><span class="grow"></span>
      <button class="btn quiet" @click=${act.toggleWhole}>${t("diff.texts")}</button></div>
    ${drifts.length ? drifts.map((drift) => driftTable(drift, contract, act)) : agreed(contract, act)}`;
}

const agreed = ({ mounts: at }, act) => html`<ul class="pad helps">${at.map(
  (mount) => html`<li>${hopLabel(mount.hop)} · ${act.dialect(mount.dialect)}
    <button class="link" @click=${() => act.showPlace(mount.at)}>${placeLabel(mount.at)}</button></li>`,
)}
  ${at.length > 1 ? html`<li>${glyph("ok")} ${t("contract.agree")}</li>` : nothing}</ul>`;

/** How large the tool is: what limits are about. */
const sizesView = ({ sizes }) =>
  sizes
    ? html`<p class="pad dim" data-testid="sizes">${t("contract.sizes", {
        properties: sizes.properties,
        depth: sizes.depth,
        size: size(sizes.characters),
      })}${sizes.depth > 2 ? html` ${t("contract.deepest")} <code translate="no">${sizes.deepest}</code>` : nothing}</p>`
    : nothing;

const inside = (place, mount) =>
  place && mount.at.document === place.document && mount.at.start <= place.start && place.end <= mount.at.end;

function driftTable(finding, contract, act) {
  const { at, related, params } = finding;
  const sides = [at, related?.[0]];
  const hop = (place) => {
    const mount = contract.mounts.find((each) => inside(place, each));
    return mount ? `${hopLabel(mount.hop)} · ` : "";
  };
  const heading = (place) =>
    place
      ? html`${hop(place)}<button class="link" @click=${() => act.showPlace(place)}>${placeLabel(place)}</button>`
      : nothing;
  const names = sides.map((side, index) =>
    side ? `${hop(side)}${placeLabel(side)}` : t(index ? "contract.after" : "contract.before"),
  );
  const rows = params.diff ?? [];
  if (!rows.length) return html`<p class="pad">${prose(messageOf(finding), [contract.name])}</p>`;
  return html`<table class="grid-t stack"><thead><tr><th
    scope="col">${t("contract.place")}</th>${sides.map((side) => html`<th scope="col">${heading(side)}</th>`)}<th
      scope="col">${t("contract.class")}</th></tr></thead>
    <tbody>${rows.map((each) => driftRow(each, names))}</tbody></table>`;
}

const LOOK = {
  breaking: ["fail", "fail"],
  compatible: ["ok", ""],
  "text-only": ["note", ""],
  "order-only": ["note", ""],
};

function driftRow({ path, class: level, before, after }, [one, other]) {
  const [shape, look] = LOOK[level] ?? LOOK.compatible;
  const value = (text, name) =>
    html`<td data-l=${name}>${text === null || text === undefined ? html`<span
      class="dim">${t("contract.absent")}</span>` : html`<code>${text}</code>`}</td>`;
  return html`<tr class="drift"><th
    scope="row"><code>${path}</code></th>${value(before, one)}${value(after, other)}
    <td class="s ${look}">${glyph(shape)}${t(CLASS_WORDS[level] ?? "diff.changed")}</td></tr>`;
}

/** What a status means; where nobody has published rules, or their wording is unclear, that is what is said. */
function standsWith(status, findings, known) {
  if (status === "fail") return ["fail", "fail", "contract.refused"];
  if (status === "ok")
    return known?.published === false
      ? ["unchecked", "dim", "contract.unpublished"]
      : ["ok", "ok", "contract.accepted"];
  const ignored = findings.some(({ params }) => params.does === "ignores");
  return ["warn", "warn", ignored ? "contract.ignored" : "contract.unclear"];
}

function providers({ name, providers: all, revisions }, { contracts, findings, reasoned }, state, act) {
  const rows = Object.entries(all ?? {}).sort(([, a], [, b]) => STATUS_RANK[a] - STATUS_RANK[b]);
  if (!rows.length) return nothing;
  const own = ofTool(reasoned ? findings : (act.reasons(name) ?? []), name).filter(isProvider);
  return html`<div class="head"><h2>${t("contract.providers")}</h2></div>
    <table class="grid-t stack provs"><thead><tr><th scope="col">${t("contract.provider")}</th><th
      scope="col">${t("contract.status")}</th><th scope="col">${t("contract.why")}</th><th
        scope="col">${t("contract.rules")}</th></tr></thead>
    <tbody>${rows.map(([id, status]) => {
      const mine = own.filter(({ params }) => params.id === id);
      const open = state.provider === id;
      const known = state.providers?.[id];
      const of = {
        id,
        status,
        known,
        tool: name,
        tools: contracts.length,
        findings: mine,
        off: state.phase !== "fresh",
        revisions: known?.revised ? (revisions ?? null) : null,
        stripped: state.stripped,
      };
      return html`${provider(id, status, mine, known, open, act)}${open ? mendView(of, act) : nothing}`;
    })}</tbody></table>`;
}

const LONGEST = 3;

function provider(id, status, findings, known, open, act) {
  const reasons = distinct(findings);
  const [shape, look, word] = standsWith(status, findings, known);
  return html`<tr data-testid="provider" data-provider=${id} data-status=${status}><th scope="row"><button
      class="link" aria-expanded=${open ? "true" : "false"}
      @click=${() => act.chooseProvider(id)}>${known?.label ?? id}</button></th><td
    class="s ${look}">${glyph(shape)}${t(word)}</td>
    <td>${open ? nothing : reasons.slice(0, LONGEST).map((finding) => reason(finding, act))}${!open && reasons.length > LONGEST ? html`<div class="dim">${t("contract.more", { n: reasons.length - LONGEST })}</div>` : nothing}</td>
    <td class="nowrap" data-l=${t("contract.rules")}>${known?.as_of ?? ""}</td></tr>`;
}

/** The same of several mounts is said once. */
const distinct = (findings) => [
  ...new Map(
    findings.map((finding) => [
      `${finding.code} ${finding.params.path} ${finding.params.keyword ?? finding.params.what}`,
      finding,
    ]),
  ).values(),
];

const reason = ({ params, at, ...finding }, act) =>
  html`<div>${prose(brief({ params, ...finding }))}${at ? html` <button class="link"
    @click=${() => act.showPlace(at)}>${params.path || placeLabel(at)}</button>` : nothing}</div>`;

const mend = (fix, act) =>
  fix
    ? html`<button class="link do" @click=${() => act.applyFix(fix)}>${t("findings.fix", { title: worded(fix.title) })}</button>`
    : nothing;

function others(contract, { findings }, act) {
  const rest = ofTool(findings, contract.name).filter(
    (finding) => !isProvider(finding) && !finding.code.startsWith("contract-drift"),
  );
  if (!rest.length) return nothing;
  return html`<div class="head"><h2>${t("findings.title")}</h2></div><ul class="pad helps">${rest.slice(0, 100).map(
    (finding) => other(finding, contract, act),
  )}</ul>`;
}

function other(finding, contract, act) {
  const { severity, code, at, fix } = finding;
  return html`<li>
    ${glyph(GLYPH[severity], { label: t(`severity.${GLYPH[severity]}`) })} ${prose(messageOf(finding), [contract.name])} <button
      class="link code-link" title=${t("findings.explain")} @click=${() => act.explain(code)}>${code}</button>
    ${at ? html`<button class="link" @click=${() => act.showPlace(at)}>${placeLabel(at)}</button>` : nothing} ${mend(fix, act)}</li>`;
}
