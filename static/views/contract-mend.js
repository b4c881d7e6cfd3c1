/**
 * One provider in Contract: whether it takes the tool, what to change so that it does, and the tool in its form.
 */
import { adviceOf, glyph, html, nothing, prose, t, worded } from "../dom.js";
import { linesApart } from "./editor/lines-apart.js";
import { GLYPH, placeLabel } from "./select.js";

const LISTED = 60;
/** Lines kept round a change. */
const ROUND = 2;

/**
 * @param {{id: string, status: string, tool: string, tools: number, findings: object[], known: object, off: boolean,
 *   revisions: Record<string, string[]> | null, stripped: boolean}} of
 * @param {object} act
 */
export function mendView(of, act) {
  const asked = act.rewrite(of.tool, of.id);
  const rewrite = (of.stripped && asked?.stripped) || asked;
  return html`<tr class="mend" data-testid="mend"><td colspan="4">
    <p class="lead">${glyph(GLYPH[of.status])} ${lead(of, rewrite)}</p>
    ${asked?.stripped ? ways(of, act) : nothing}
    ${bar(of, rewrite, act)}${rewrite ? diffView(rewrite) : nothing}${losses(rewrite)}${reasons(of, act)}
    ${of.revisions ? revisionsView(of.revisions) : nothing}${sources(of)}
  </td></tr>`;
}

/** Where no keyword may stand beside a reference, there are two ways out. */
function ways({ stripped }, act) {
  const way = (to, label) => html`<button class="btn" aria-pressed=${stripped === to ? "true" : "false"}
    @click=${() => act.strip(to)}>${label}</button>`;
  return html`<div class="bar" role="group" aria-label=${t("contract.ways")} data-testid="ways">${way(false, t("contract.ways.inline"))}${way(
    true,
    t("contract.ways.strip"),
  )}</div>`;
}

/** What each revision of a protocol makes of the tool. */
const revisionsView = (revisions) => html`<h3>${t("contract.revisions")}</h3><ul class="helps" data-testid="revisions">${Object.entries(
  revisions,
).map(
  ([revision, against]) => html`<li>${glyph(against.length ? "warn" : "ok")} <code translate="no">${revision}</code> ${
    against.length
      ? html`${t("contract.revision.not")} ${against.map((word) => html`<code translate="no">${word}</code> `)}`
      : t("contract.revision.all")
  }</li>`,
)}</ul>`;

function lead({ status, known, id }, rewrite) {
  const provider = known?.label ?? id;
  if (rewrite === undefined) return t("contract.asking");
  const steps = rewrite?.changes.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after)).length ?? 0;
  if (status === "ok") return t(known?.published === false ? "contract.unpublished.long" : "contract.takes", { provider });
  const word = status === "fail" ? "contract.refuses" : "contract.partly";
  return `${t(word, { provider })} ${steps ? t("contract.steps", { n: steps }) : t("contract.nosteps")}`;
}

function bar({ id, tool, tools, known, off }, rewrite, act) {
  const disabled = off || !known;
  return html`<div class="bar">
    ${rewrite?.fix ? html`<button class="btn main" ?disabled=${off} data-testid="apply-rewrite"
      @click=${() => act.applyFix(rewrite.fix)}>${t("contract.apply")}</button>` : nothing}
    <button class="btn" ?disabled=${disabled} @click=${() => act.copyTool(id, tool)}>${t("contract.copy")}</button>
    <button class="btn" ?disabled=${disabled} @click=${() => act.saveFor(id, tool)}>${t("contract.save")}</button>
    ${tools > 1 ? html`<button class="btn" ?disabled=${disabled}
      @click=${() => act.saveFor(id)}>${t("contract.save.all", { n: tools })}</button>` : nothing}
    ${rewrite && !rewrite.fix ? html`<span class="dim">${t("contract.unedited")}</span>` : nothing}</div>`;
}

const SIGN = { same: " ", removed: "−", added: "+" };

/** The lines that differ with a few round them; what is left out is counted. */
function diffView({ before_text: before, after_text: after }) {
  const lines = linesApart(before, after);
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - ROUND), at + ROUND + 1).some(({ kind }) => kind !== "same"));
  const shown = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (near[at]) shown.push(line(lines[at]));
    else {
      const from = at;
      while (at + 1 < lines.length && !near[at + 1]) at += 1;
      shown.push(html`<span class="l gap">${t("contract.equal", { n: at - from + 1 })}</span>`);
    }
  }
  return html`<div class="rewrite" tabindex="0" role="group" aria-label=${t("contract.rewrite")}
    data-testid="rewrite" translate="no">${shown}</div>`;
}

const line = ({ kind, text }) =>
  html`<span class="l ${kind}"><span class="k" aria-hidden="true">${SIGN[kind]}</span>${
    kind === "same" ? nothing : html`<span class="vh">${t(`contract.line.${kind}`)} </span>`
  }${text}</span>`;

function losses(rewrite) {
  const lost = rewrite?.changes.filter((change) => change.lost) ?? [];
  if (!lost.length) return nothing;
  return html`<h3>${t("contract.lost")}</h3><ul class="helps">${lost.slice(0, LISTED).map(
    ({ keyword, pointer, lost: how }) => html`<li>${glyph("warn")} <code translate="no">${keyword}</code> ${worded(how)}
      <code class="dim" translate="no">${pointer}</code></li>`,
  )}</ul>`;
}

/** What a provider does, where tool, provider and place are told already. */
export function brief({ code, params }) {
  const said = Object.entries(params).map(([name, value]) => [name, SPOKEN.has(name) ? worded(value) : value]);
  return t(`contract.brief.${params.is ?? code}`, { ...Object.fromEntries(said), missing: params.missing?.join(", ") });
}
/** What of a finding the engine says in words. */
const SPOKEN = new Set(["keyword", "what", "rule"]);

/** What it says, place by place, each with the one edit that mends it. */
function reasons({ findings, off }, act) {
  if (!findings.length) return nothing;
  return html`<h3>${t("contract.said")}</h3><ul class="helps said">${findings.slice(0, LISTED).map(
    (finding) => reasonLine(finding, off, act),
  )}${findings.length > LISTED ? html`<li class="dim">${t("contract.more", { n: findings.length - LISTED })}</li>` : nothing}</ul>`;
}

function reasonLine(finding, off, act) {
  const { severity, params, advice, at, fix } = finding;
  return html`<li>${glyph(GLYPH[severity])}
      <span>${prose(brief(finding))} ${at ? html`<button class="link" title=${placeLabel(at)}
        @click=${() => act.showPlace(at)}>${params.path ?? placeLabel(at)}</button>` : nothing}
      ${advice ? html`<span class="dim">${prose(adviceOf(finding))}</span>` : nothing}</span>
      ${fix ? html`<button class="btn" ?disabled=${off} data-testid="fix" @click=${() => act.applyFix(fix)}>${worded(fix.title)}</button>` : nothing}</li>`;
}

const sources = ({ known }) =>
  known?.sources?.length
    ? html`<p class="dim">${t("contract.sources", { date: known.as_of })} ${known.sources.join("; ")}.</p>`
    : nothing;
