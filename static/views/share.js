/**
 * The share dialog: secrets first, then the link with its length and where it survives, then other ways.
 */
import { glyph, html, nothing, size, t } from "../dom.js";
import { placeLabel } from "./select.js";

/**
 * @param {{made: object | null, error: object | null, keep: number[], carriers: {id: string, fits: boolean}[]} | null} share
 * @param {{documents: number, chars: number}} facts
 */
export function shareView(share, facts, act) {
  if (!share) return nothing;
  return html`<header><h2 id="dialog-title">${t("share.title")}</h2><span class="grow"></span>
      <button class="btn quiet icon" aria-label=${t("close")} @click=${act.closeDialog}>${glyph("x")}</button></header>
    ${share.error ? problem(share.error) : share.made ? made(share, facts, act) : html`<section><p>${t("share.making")}</p></section>`}
    ${others(act)}`;
}

const problem = (error) =>
  html`<section><h3 class="fail">${glyph("fail")} ${t("share.failed")}</h3><p>${error.message}</p></section>`;

const made = (share, facts, act) => html`${share.made.secrets.length ? secrets(share, act) : nothing}
  <section><h3>${t("share.link")}</h3>
    <div class="url"><input type="text" data-testid="share-link" aria-label=${t("share.link")} readonly
      .value=${share.made.link} @focus=${(event) => event.target.select()}>
      <button class="btn main" autofocus @click=${() => act.copy(share.made.link)}>${t("share.copy")}</button></div>
    <p><strong>${t("size.characters", { n: share.made.length })}</strong>, ${t("share.carries", { n: facts.documents, size: size(facts.chars) })}
      ${share.made.same ? t(share.made.secrets.length ? "share.checked.masked" : "share.checked") : html`<strong
        class="warn">${glyph("warn")} ${t("share.unlike")}</strong>`}</p>
    <div class="fits">${share.carriers.map(({ id, fits }) => html`<span
      class=${fits ? "ok" : "warn"}>${glyph(fits ? "ok" : "warn")} ${t(`carrier.${id}.${fits ? "fits" : "breaks"}`)}</span>`)}</div></section>`;

function secrets({ made: { secrets: found }, keep }, act) {
  const open = keep.length;
  return html`<section><h3
    class="warn">${glyph("warn")} ${open ? t("share.open", { n: open }) : t("share.masked", { n: found.length })}</h3>
    <table class="facts-t secrets"><caption
      class="vh">${t("share.secrets")}</caption><tbody>${found.map((finding, index) => secret(finding, index, keep, act))}</tbody></table></section>`;
}

const secret = (
  { params, at },
  index,
  keep,
  act,
) => html`<tr><th scope="row">${params.kind}</th><td><code>${params.masked}</code></td>
  <td>${at ? html`<span class="mono dim">${placeLabel(at)}</span>` : nothing}</td>
  <td><label><input type="checkbox" .checked=${!keep.includes(index)}
    @change=${() => act.keepSecret(index)}> ${t("share.mask")}</label></td></tr>`;

const others = (act) => html`<section><h3>${t("share.others")}</h3>
  <div class="bar wrap"><button class="btn" @click=${act.saveCase}>${t("share.save")}</button><button class="btn"
    @click=${act.copyReport}>${t("share.markdown")}</button></div>
  <p class="dim">${t("share.hash")}</p></section>`;
