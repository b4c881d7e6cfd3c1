/**
 * Diff: what the two documents are, the list of changes, and the patch.
 */
import { glyph, html, jsonCode, nothing, number, pointerLines, roving, t } from "../dom.js";
import { placeLabel } from "./select.js";

const MOST = 500;
const WAYS = ["auto", "json", "contract"];
const move = roving(".change");

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
  <span class="grow"></span>
  ${trace?.kind === "diff" && trace.laid ? html`<button class="btn quiet" aria-pressed=${whole ? "false" : "true"}
    @click=${act.toggleWhole}>${t("diff.texts")}</button>` : nothing}</div>
  ${documents.length < 2 ? html`<p class="pad">${t("diff.add")} <button class="link do"
    @click=${act.addDocument}>${glyph("plus")} ${t("documents.add")}</button></p>` : nothing}`;

const side = (
  name,
  documents,
  chosen,
  act,
) => html`<label>${t(`diff.${name}`)} <select aria-label=${t(`diff.${name}`)} ?disabled=${documents.length < 2}
  @change=${(event) => act.compare({ ...chosen, [name]: event.target.value })}>
  ${documents.map((entry) => html`<option value=${entry.name}
    .selected=${chosen[name] === entry.name}>${entry.name}</option>`)}</select></label>`;

/** @param {import("../store.js").State} state */
export function changesView({ trace, change }, act) {
  if (trace?.kind !== "diff" || !trace.laid) return nothing;
  const { changes } = trace;
  return html`<section class="changes" aria-label=${t("diff.changes")}>
    <div class="head"><h2>${t("diff.changes")}</h2><span class="dim">${number(changes.length)}</span><span
      class="grow"></span>
      <button class="btn quiet icon" aria-label=${t("diff.previous")}
        @click=${() => act.stepChange(-1)}>${glyph("up")}</button>
      <button class="btn quiet icon" aria-label=${t("diff.next")}
        @click=${() => act.stepChange(1)}>${glyph("more")}</button></div>
    <div class="views" @keydown=${move}>${changes.slice(0, MOST).map((each, index) => row(each, index, change, act))}
      ${changes.length > MOST ? html`<p
        class="pad">${t("diff.more", { n: changes.length - MOST })}</p>` : nothing}</div></section>`;
}

const SIGN = { added: ["+", "add"], removed: ["−", "rem"], changed: ["±", ""], moved: ["↕", "mv"] };

function row(change, index, chosen, act) {
  const [sign, look] = SIGN[change.kind];
  return html`<button class="change" aria-current=${index === chosen ? "true" : nothing}
    tabindex=${index === (chosen ?? 0) ? 0 : -1} @click=${() => act.chooseChange(index)}>
    <span class="k ${look}" aria-hidden="true">${sign}</span>
    <span class="top1"><code>${path(change)}</code><span class="dim">${kind(change)}</span></span>
    <span class="w">${words(change)}</span></button>`;
}

/** A path through JSON in strings has one pointer a layer. */
const path = (change) => change.path.map((pointer) => pointer || "/").join(" ▸ ");

const KINDS = {
  breaking: "diff.breaking",
  compatible: "diff.compatible",
  "text-only": "diff.text",
  "order-only": "diff.order",
};
function kind({ kind: way, class: level, path: steps, before_text: before, after_text: after }) {
  if (level) return t(KINDS[level]);
  if (way === "changed" && typeOf(before) !== typeOf(after)) return t("diff.type");
  return t(steps.length > 1 && way === "changed" ? "diff.inside" : `diff.${way}`);
}

const typeOf = (text) =>
  ({ '"': "string", "{": "object", "[": "array", t: "boolean", f: "boolean", n: "null" })[text?.[0] ?? ""] ?? "number";

const LONG = 60;
const short = (text) =>
  text === null || text === undefined ? "" : text.length > LONG ? `${text.slice(0, LONG)}…` : text;

function words(change) {
  const [before, after] = [short(change.before_text), short(change.after_text)];
  if (change.kind === "added") return html`<code>${after}</code>`;
  if (change.kind === "removed") return html`${t("diff.was")} <code>${before}</code>`;
  if (change.kind === "moved")
    return html`<code>${after || before}</code> ${change.left && change.right ? html`${placeLabel(change.left)} → ${placeLabel(change.right)}` : nothing}`;
  return html`<code>${before}</code> → <code>${after}</code>`;
}

/** @param {import("../store.js").State} state */
export function patchView({ trace }, act) {
  if (trace?.kind !== "diff" || !trace.patch?.length) return nothing;
  return html`<section aria-label=${t("diff.patch")}><div class="head"><h2>${t("diff.patch")}</h2><span
    class="dim">${t("diff.patch.about")}</span><span class="grow"></span>
      <button class="btn" @click=${act.copyPatch}>${t("copy")}</button></div>
    <div class="code wrap bare" tabindex="0" role="group"
      aria-label=${t("diff.patch")}>${jsonCode(trace.patch_text, { limit: 300 })}</div></section>`;
}

/**
 * The lines of a change in the two laid-out texts; a path into a string leads to the string.
 * @param {object} change
 * @param {{left: string, right: string}} laid
 */
export function changeLines(change, laid) {
  const at = (text, place) => nearest(pointerLines(text), (place ?? change).path[0] ?? "");
  return {
    left: change.kind === "added" ? undefined : at(laid.left, change.left),
    right: change.kind === "removed" ? undefined : at(laid.right, change.right),
  };
}

function nearest(lines, pointer) {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (lines.has(at)) return lines.get(at);
    if (!at) return undefined;
  }
}
