/**
 * The findings: those of the chosen call with the first cause on top, or all of them. Each leads to its place.
 */
import { adviceOf, cut, glyph, html, messageOf, nothing, prose, repeat, roving, t, tongue, worded } from "../dom.js";
import { GLYPH, chosenCall, hopLabel, listed, placeLabel } from "./select.js";

const MOST = 200;
const move = roving("[data-testid=finding]");

/** @param {import("../store.js").State} state */
export function findingsView(state, act) {
  const entries = listed(state);
  const names = state.trace.calls.slice(0, 200).map(({ name }) => name);
  return html`<section aria-label=${t("findings.title")}>
    ${head(state, entries, act)}
    ${
      entries.length
        ? html`<ul @keydown=${move}>${repeat(
            entries.slice(0, MOST),
            ({ index }) => index,
            (entry, at) => item(state, entry, at, names, act),
          )}</ul>`
        : empty(state)
    }
    ${more(state, entries)}
  </section>`;
}

function head(state, entries, act) {
  const call = chosenCall(state);
  const all = state.trace.findings.length;
  const few = call && !state.all;
  return html`<div class="head"><h2>${t("findings.title")}</h2>
    <span class="dim">${call ? t("findings.own", { n: call.findings.length }) : t("findings.count", { n: entries.length })}</span><span class="grow"></span>
    ${
      call && (state.all || all > entries.length)
        ? html`<button class="btn quiet" aria-pressed=${state.all ? "true" : "false"}
          @click=${act.toggleAll}>${few ? t("findings.all", { n: all }) : t("findings.few")}</button>`
        : nothing
    }</div>`;
}

const empty = (state) =>
  html`<p class="pad">${t(chosenCall(state)?.verdict.status === "unchecked" ? "findings.unchecked" : "findings.none")}</p>`;

function more(state, entries) {
  const hidden = Math.max(0, entries.length - MOST) + (chosenCall(state)?.more ?? state.trace.more ?? 0);
  return hidden ? html`<p class="pad">${t("findings.more", { n: hidden })}</p>` : nothing;
}

const REASON = { cause: "findings.cause", then: "findings.then", "": "" };

function item(state, { index, finding, role }, at, names, act) {
  const chosen = state.finding === index;
  const focusable = chosen || (state.finding === null && at === 0);
  return html`<li class="finding ${role === "then" ? "then" : ""}" aria-current=${chosen ? "true" : nothing}>
    <button data-testid="finding" data-code=${finding.code} data-severity=${finding.severity}
      tabindex=${focusable ? 0 : -1} @click=${() => act.chooseFinding(index)}>
      ${glyph(GLYPH[finding.severity], { label: t(`severity.${GLYPH[finding.severity]}`) })}
      <span class="msg" lang=${tongue(messageOf(finding), finding.message) ?? nothing}>${prose(messageOf(finding), names)}</span>
      <span class="meta"><code
        translate="no">${finding.code}</code>${finding.hop ? html`<span>${hopLabel(finding.hop)}</span>` : nothing}${
        finding.fault && finding.severity !== "note" ? html`<span>${t("findings.fault", { fault: t(`fault.${finding.fault}`) })}</span>` : nothing
      }${
        role ? html`<span>${t(REASON[role])}</span>` : nothing
      }${finding.at && !chosen ? html`<span class="mono">${placeLabel(finding.at)}</span>` : nothing}</span></button>
    ${chosen ? detail(finding, index, names, act, state.phase !== "fresh") : nothing}</li>`;
}

function detail(finding, index, names, act, off) {
  return html`<div class="more">
    <table class="facts-t"><caption
      class="vh">${t("findings.places")}</caption><tbody>${rows(finding, act)}</tbody></table>
    ${finding.advice ? html`<p lang=${tongue(adviceOf(finding), finding.advice) ?? nothing}>${prose(adviceOf(finding), names)}</p>` : nothing}
    <div class="fix">${finding.code === "check-stopped" ? html`<button class="btn" ?disabled=${off}
      data-testid="more-time" @click=${act.moreTime}>${t("findings.longer")}</button>` : nothing}${finding.fix ? html`<button class="btn" ?disabled=${off}
      @click=${() => act.fix(index)}>${t("findings.fix", { title: worded(finding.fix.title) })}</button>` : nothing}
      <button class="btn quiet" ?disabled=${off} @click=${() => act.copyFinding(index)}>${t("findings.copy")}</button>
      <button class="btn quiet" @click=${() => act.explain(finding.code)}>${t("findings.explain")}</button></div>
  </div>`;
}

const SHOWN = 80;
const LISTED = 10;
const short = (text) => cut(text.slice(0, 4 * SHOWN).replace(/\s+/g, " "), SHOWN);
const words = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** The calls that a model wrote as text; those inside a wrapper come without one. */
const written = (params) => (params?.calls ?? []).slice(0, LISTED).filter(({ text }) => text);

/** What stands where: the place found, what was expected and where that is said, and further places. */
function rows({ at, schema_at: rule, related, params }, act) {
  const expected = params?.expected_text ?? (typeof params?.expected === "string" ? worded(params.expected) : params?.expected);
  return [
    at ? row(t(at.start === at.end ? "findings.cut" : "findings.found"), act.slice(at), at, act) : nothing,
    expected !== undefined && expected !== null
      ? row(t("findings.expected"), words(expected), rule, act)
      : rule && !alike(rule, at)
        ? row(t("findings.rule"), act.slice(rule), rule, act)
        : nothing,
    ...written(params).map(({ name, text }) => row(t("findings.call"), `${name} ${text}`, null, act)),
    ...(related ?? []).slice(0, LISTED).map((place) => row(t("findings.related"), act.slice(place), place, act)),
  ];
}

const alike = (one, other) =>
  other && one.document === other.document && one.start === other.start && one.end === other.end;

const row = (name, text, place, act) =>
  html`<tr><th scope="row">${name}</th><td>${text ? html`<code>${short(text)}</code>` : nothing}</td><td>${
    place ? html`<button class="link" @click=${() => act.showPlace(place)}>${placeLabel(place)}</button>` : nothing
  }</td></tr>`;
