/**
 * The share dialog: secrets first, then the link with its length and where it survives, then other ways.
 */
import { glyph, html, messageOf, nothing, number, prose, qrCode, size, t, worded } from "../dom.js";
import { dialogHead } from "./dialog-head.js";
import { placeLabel } from "./select.js";

/**
 * @param {{made: import("../share.js").Made | null, error: object | null, keep: number[], code: boolean, due: boolean}} share
 *   due: what is there was made before the last choice, and must not leave the page
 * @param {{documents: number, chars: number, carriers: Function}} facts
 */
export function shareView(share, facts, act) {
  const { made, error, due } = share;
  return html`${dialogHead(t("share.title"), act, facts.said)}
    ${error ? problem(error.message) : made ? ready(share, facts, act) : html`<section><p>${t("share.making")}</p></section>`}
    ${others(made && !due, act)}`;
}

const problem = (words) =>
  html`<section><h3 class="fail">${glyph("fail")} ${t("share.failed")}</h3><p>${prose(worded(words))}</p></section>`;

const ready = (share, facts, act) => html`${share.made.secrets.length ? secrets(share, act) : nothing}
  ${share.made.link ? link(share, facts, act) : refused(share.made)}`;

const refused = ({ refused: finding, length }) => html`<section>
  <h3 class="warn">${glyph("warn")} ${t("share.refused")}</h3><p>${prose(finding ? messageOf(finding) : "")} ${t("share.instead")}</p>
  <p class="dim">${t("size.characters", { n: length })}</p></section>`;

function link({ made, code, due }, facts, act) {
  const fits = facts.carriers(made.length);
  return html`<section><h3>${t("share.link")}</h3>
    ${made.same ? address(made, due, act) : html`<p class="warn">${glyph("warn")} <strong>${t("share.unlike")}</strong></p>`}
    <p><strong>${t("size.characters", { n: made.length })}</strong>, ${t("share.carries", { n: facts.documents, size: size(facts.chars) })}
      ${made.same ? t(made.secrets.length ? "share.checked.masked" : "share.checked") : nothing}</p>
    ${placeless(made) ? html`<p>${t("share.single")}</p>` : nothing}
    ${local(made) ? html`<p class="local">${glyph("warn", { more: "warn" })}<span>${t("share.local", { host: local(made) })}</span></p>` : nothing}
    <ul class="fits" aria-label=${t("share.survives")}>${fits.map(carrier)}</ul>
    ${made.same && !placeless(made) && fits.find(({ id }) => id === "qr").fits ? qr(made.link, code && !due, act) : nothing}</section>`;
}

/** A page from a disk makes links that name no place, which no phone or address line opens. */
const placeless = ({ link: text }) => !text.includes("://");

/** The host in a link that leads to the very machine it is opened on; null in any other. */
const local = ({ link: text }) => /^https?:\/\/((?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?)\//.exec(text)?.[1] ?? null;

/** A link is offered once it was seen to open as what it was made of. */
const address = ({ link: text }, due, act) => html`<div class="url"><input type="text" data-testid="share-link"
    aria-label=${t("share.link")} readonly .value=${due ? "" : text} @focus=${(event) => event.target.select()}>
  <button class="btn main" autofocus ?disabled=${due} @click=${act.copyShared}>${t("share.copy")}</button></div>`;

const carrier = ({ id, most, fits }) => html`<li class=${fits ? "ok" : "warn"}>${glyph(fits ? "ok" : "warn")}
  <span>${t(`carrier.${id}.${fits ? "fits" : "breaks"}`)}<span class="dim"> ≤ ${number(most)}</span></span></li>`;

const qr = (text, open, act) => html`<div><button class="btn" aria-expanded=${open ? "true" : "false"}
    @click=${act.toggleCode}>${t(open ? "share.code.hide" : "share.code")}</button></div>
  ${open ? qrCode(text, t("share.code.label")) : nothing}`;

function secrets({ made: { secrets: found, more }, keep }, act) {
  const open = keep.length;
  return html`<section><h3
    class="warn">${glyph("warn")} ${open ? t("share.open", { n: open }) : t("share.masked", { n: found.length + more })}</h3>
    <div class="secrets" tabindex="0" role="group" aria-label=${t("share.secrets")}><table class="facts-t"><caption
      class="vh">${t("share.secrets")}</caption><tbody>${found.slice(0, LISTED).map((finding, index) => secret(finding, index, keep, act))}</tbody></table></div>
    ${found.length + more > LISTED ? html`<p class="dim">${t("share.more", { n: found.length + more - LISTED })}</p>` : nothing}</section>`;
}

const LISTED = 200;

const secret = (
  { params, at },
  index,
  keep,
  act,
) => html`<tr><th scope="row">${worded(params.kind)}</th><td><code>${params.masked}</code></td>
  <td>${at ? html`<span class="mono dim">${placeLabel(at)}</span>` : nothing}</td>
  <td><label><input type="checkbox" .checked=${!keep.includes(index)}
    @change=${() => act.keepSecret(index)}> ${t("share.mask")}</label></td></tr>`;

const others = (there, act) => html`<section><h3>${t("share.others")}</h3>
  <div class="bar wrap"><button class="btn" ?disabled=${!there} @click=${act.saveCase}>${t("share.save")}</button><button class="btn"
    @click=${act.copyReport}>${t("share.markdown")}</button></div>
  <p class="dim">${t("share.file")} ${t("share.hash")}</p></section>`;
