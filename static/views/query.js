/**
 * The JSONPath line over the editor: the path, how much it finds in which documents, and each match with its place.
 */
import { cut, glyph, html, nothing, prose, roving, t, worded } from "../dom.js";
import { pathLabel, placeLabel } from "./select.js";

const MOST = 300;
const LONG = 160;
const move = roving("[data-testid=match]");

/** @param {import("../store.js").State} state */
export function queryView({ query, documents }, act) {
  if (!query) return nothing;
  const { path, matches, error, at } = query;
  const several = documents.length > 1;
  return html`<section class="query" aria-label=${t("query.title")}>
    <div class="head"><label class="grow"><span class="dim">JSONPath</span>
        <input type="text" id="path" spellcheck="false" autocapitalize="off" autocomplete="off" translate="no"
          placeholder="$..arguments" .value=${path} aria-invalid=${error ? "true" : "false"} aria-describedby="path-told"
          @input=${(event) => act.queryPath(event.target.value)} @keydown=${(event) => keys(event, act)}></label>
      <div class="bar"><span id="path-told" role="status" class=${error ? "fail" : "dim"}>${told(query, several)}</span>
      <button class="btn quiet icon" aria-label=${t("query.previous")} title=${`${t("query.previous")} (Shift Enter)`}
        ?disabled=${!matches?.length} @click=${() => act.stepMatch(-1)}>${glyph("up")}</button>
      <button class="btn quiet icon" aria-label=${t("query.next")} title=${`${t("query.next")} (Enter)`}
        ?disabled=${!matches?.length} @click=${() => act.stepMatch(1)}>${glyph("more")}</button>
      <button class="btn quiet icon" aria-label=${t("close")} @click=${act.closeQuery}>${glyph("x")}</button></div></div>
    ${matches?.length ? list(matches, at, several, act) : nothing}</section>`;
}

function told({ matches, error, at }, several) {
  if (error) return prose(worded(error));
  if (!matches) return "";
  if (at !== null) return t("fact.of", { n: at + 1, all: matches.length });
  const found = new Set(matches.map((match) => match.at.document)).size;
  return several && found
    ? t("query.count.in", { matches: t("query.count", { n: matches.length }), documents: t("query.documents", { n: found }) })
    : t("query.count", { n: matches.length });
}

function keys(event, act) {
  if (event.key === "Enter") act.stepMatch(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape") act.closeQuery();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const list = (matches, chosen, several, act) => html`<ul aria-label=${t("query.matches")} @keydown=${move}>${matches
  .slice(0, MOST)
  .map((match, index) => row(match, index, chosen, several, act))}</ul>
  ${matches.length > MOST ? html`<p class="pad">${t("query.more", { n: matches.length - MOST })}</p>` : nothing}`;

const row = ({ at, value_text: text }, index, chosen, several, act) => html`<li><button data-testid="match"
  aria-current=${index === chosen ? "true" : nothing} tabindex=${index === (chosen ?? 0) ? 0 : -1}
  @click=${() => act.chooseMatch(index)}><code><bdi>${pathLabel(at.path)}</bdi></code>
  <code class="v">${cut(text, LONG)}</code><span
    class="mono dim">${several ? placeLabel(at) : `${at.line}:${at.column}`}</span></button></li>`;
