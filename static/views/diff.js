/**
 * Diff: what the two documents are, the list of changes, and the patch.
 */
import { cut, glyph, html, jsonCode, nothing, number, roving, t } from "../dom.js";
import { findingsView } from "./findings.js";
import { CLASS_WORDS, pathLabel, placeLabel } from "./select.js";
import { documentChoice } from "./tools.js";

const MOST = 500;
const WAYS = ["auto", "json", "contract"];
const move = roving("[data-testid=change]", (button) => button.click());

/** @param {import("../store.js").State} state */
export const diffBar = (
  { documents, trace, options, whole },
  chosen,
  act,
) => html`<div class="head tools-bar"><h2>${t("view.diff")}</h2>
  ${side("left", documents, chosen, act)}${side("right", documents, chosen, act)}
  <label>${t("diff.as")} <select aria-label=${t("diff.as")}
    @change=${(event) => act.option({ as: event.target.value })}>
    ${WAYS.map((way) => html`<option value=${way}
      .selected=${options.as === way}>${t(`diff.as.${way}`)}</option>`)}</select></label>
  ${trace?.kind === "diff" && trace.laid ? html`<button class="btn quiet" @click=${act.swap}>${t("diff.swap")}</button>` : nothing}
  ${documents.length < 2 ? nothing : html`<button class="btn quiet" @click=${act.addDocument}>${glyph("plus")} ${t("diff.other")}</button>`}
  <span class="grow"></span>
  ${trace?.kind === "diff" && trace.laid ? html`<span class="dim opt">${t("diff.opened")}</span>` : nothing}
  ${trace?.kind === "diff" && trace.laid ? html`<button class="btn quiet last" aria-pressed=${whole ? "false" : "true"}
    @click=${act.toggleWhole}>${t("diff.texts")}</button>` : nothing}</div>
  ${documents.length < 2 ? html`<p class="pad">${t("diff.add")} <button class="link do"
    @click=${act.addDocument}>${glyph("plus")} ${t("documents.add")}</button></p>` : nothing}`;

const side = (name, documents, chosen, act) =>
  documentChoice(t(`diff.${name}`), documents, chosen[name], (other) => act.compare({ ...chosen, [name]: other }));

/** @param {import("../store.js").State} state */
export function changesView(state, act) {
  const { trace, change } = state;
  if (trace?.kind !== "diff" || !trace.laid) return nothing;
  const { changes } = trace;
  return html`<section class="changes" aria-label=${t("diff.changes")}>
    <div class="head"><h2>${t("diff.changes")}</h2><span class="dim">${
      change === null || change >= changes.length ? number(changes.length) : t("fact.of", { n: change + 1, all: changes.length })
    }</span><span class="grow"></span>
      <button class="btn quiet icon" aria-label=${t("diff.previous")} title=${`${t("diff.previous")} (Shift F8)`}
        ?disabled=${!changes.length} @click=${() => act.stepChange(-1)}>${glyph("up")}</button>
      <button class="btn quiet icon" aria-label=${t("diff.next")} title=${`${t("diff.next")} (F8)`}
        ?disabled=${!changes.length} @click=${() => act.stepChange(1)}>${glyph("more")}</button></div>
    <div class="views" @keydown=${(event) => keys(event, act)}>
      <ul>${around(changes.length, change).map((index) => item(changes[index], index, change, act))}</ul>
      ${changes.length > MOST ? html`<p
        class="pad">${t("diff.more", { n: changes.length - MOST })}</p>` : nothing}
      ${trace.findings.length ? findingsView(state, act) : nothing}${patchView(trace, act)}</div></section>`;
}

/** The changes listed: the first, or where there are very many, those around the chosen one. */
function around(count, chosen) {
  const from = Math.max(0, Math.min((chosen ?? 0) - MOST / 2, count - MOST));
  return Array.from({ length: Math.min(MOST, count) }, (_, index) => from + index);
}

function keys(event, act) {
  const by = { j: 1, k: -1 }[event.key];
  if (by && !event.ctrlKey && !event.metaKey && !event.altKey) act.stepChange(by);
  else move(event);
}

const SIGN = { added: ["+", "add"], removed: ["−", "rem"], changed: ["±", ""], moved: ["↕", "mv"] };

function item(change, index, chosen, act) {
  const [sign, look] = SIGN[change.kind];
  const current = index === chosen;
  return html`<li class="change" aria-current=${current ? "true" : nothing}>
    <button data-testid="change" tabindex=${index === (chosen ?? 0) ? 0 : -1} @click=${() => act.chooseChange(index)}>
    <span class="k ${look}" aria-hidden="true">${sign}</span>
    <span class="p"><code>${steps(change.path)}</code></span>
    <span class="w"><span class="dim">${kind(change)}</span> ${words(change)}</span></button>
    ${current ? html`<div class="both">${[change.left, change.right].filter(Boolean).map((place) => placeLink(place, act))}</div>` : nothing}</li>`;
}

/** A path that breaks between its steps first. */
const steps = (path) => pathLabel(path).split(/(?=\/)/).map((step) => html`<wbr>${step}`);

const placeLink = (place, act) =>
  html`<button class="link" @click=${() => act.showPlace(place)}>${placeLabel(place)}</button>`;

function kind({ kind: way, class: level, path: steps, before_text: before, after_text: after }) {
  if (level) return t(CLASS_WORDS[level]);
  if (way === "changed" && typeOf(before) !== typeOf(after)) return t("diff.type");
  return t(steps.length > 1 && way === "changed" ? "diff.inside" : `diff.${way}`);
}

const typeOf = (text) =>
  ({ '"': "string", "{": "object", "[": "array", t: "boolean", f: "boolean", n: "null" })[text?.[0] ?? ""] ?? "number";

const LONG = 120;

function words(change) {
  const [before, after] = [cut(change.before_text ?? "", LONG), cut(change.after_text ?? "", LONG)];
  if (change.params?.words) return change.params.words.map(piece);
  if (change.kind === "added") return html`<code class="right">${after}</code>`;
  if (change.kind === "removed") return html`<code class="left">${before}</code>`;
  if (change.kind === "moved") return html`<code>${after || before}</code>`;
  return html`<code class="left">${before}</code> → <code class="right">${after}</code>`;
}

/** A long text changed in a few words: those stand out, and what is the same is cut short. */
const piece = ({ kind: way, text }) => {
  if (way === "removed") return html`<code><del>${text}</del></code>`;
  if (way === "added") return html`<code><ins>${text}</ins></code>`;
  return html`<code class="dim">${text.length > 40 ? `${text.slice(0, 16)} … ${text.slice(-16)}` : text}</code>`;
};

/** The patch, put away until it is asked for. */
const patchView = ({ patch, patch_text: text }, act) =>
  patch?.length
    ? html`<details class="patch"><summary>${t("diff.patch")} <span class="dim">${t("diff.patch.about")}</span></summary>
      <div class="bar"><button class="btn" @click=${act.copyPatch}>${t("diff.copy")}</button></div>
      <div class="code wrap bare" tabindex="0" role="group"
        aria-label=${t("diff.patch")}>${jsonCode(text, { limit: 300 })}</div></details>`
    : nothing;

/**
 * The lines of a change in the two laid-out texts.
 * @param {object} change
 * @param {{left: Map<string, number>, right: Map<string, number>}} lines where each pointer begins; JSON in strings is
 *   laid open, so the pointers of the layers follow each other
 */
export function changeLines(change, lines) {
  const at = (known, place) => nearest(known, (place ?? change).path.join(""));
  return {
    left: change.kind === "added" ? undefined : at(lines.left, change.left),
    right: change.kind === "removed" ? undefined : at(lines.right, change.right),
  };
}

function nearest(lines, pointer) {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (lines.has(at)) return lines.get(at);
    if (!at) return undefined;
  }
}
