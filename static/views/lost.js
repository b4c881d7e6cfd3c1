/**
 * What a conversion loses, and what its target still says of the result, place by place.
 */
import { glyph, html, messageOf, nothing, prose, t } from "../dom.js";
import { GLYPH, placeLabel } from "./select.js";

const LISTED = 100;

/** @param {import("../answers.js").Converted} converted */
export function lostList({ losses, findings }, act) {
  const all = [...findings, ...losses];
  if (!all.length) return nothing;
  return html`<ul class="pad helps" data-testid="lost">${all.slice(0, LISTED).map(
    (finding) => html`<li>${glyph(GLYPH[finding.severity], { label: t(`severity.${GLYPH[finding.severity]}`) })}
      ${prose(messageOf(finding))}
      ${finding.at ? html`<button class="link" @click=${() => act.showPlace(finding.at)}>${placeLabel(finding.at)}</button>` : nothing}</li>`,
  )}${all.length > LISTED ? html`<li class="dim">${t("contract.more", { n: all.length - LISTED })}</li>` : nothing}</ul>`;
}
