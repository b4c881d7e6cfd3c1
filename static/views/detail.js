/**
 * Beside the findings: the reply to send back, the chosen hop's JSON, the stream fragments of the call.
 */
import { glyph, html, jsonCode, messageOf, nothing, pointerLines, prose, roving, size, t } from "../dom.js";
import { replayTab } from "./replay.js";
import { GLYPH, chosenCall, hopLabel, placeLabel } from "./select.js";

const move = roving("[role=tab]", (tab) => tab.click());

/** What was drawn of a result last: it stays until the whole of the call that is chosen now has come. @type {WeakMap<object, unknown>} */
const drawn = new WeakMap();

/** @param {import("../store.js").State} state */
export function detailView(state, act) {
  const call = chosenCall(state);
  const whole = call && act.whole(call);
  if (!call || whole || !drawn.has(state.trace)) drawn.set(state.trace, detailOf(state, whole, act));
  return drawn.get(state.trace);
}

function detailOf(state, call, act) {
  const tabs = tabsOf(state, call);
  const current = currentOf(state, call);
  const [body, copied] = current.view(state, call, act);
  return html`<section aria-label=${t("detail.title")}>
    <div class="head"><div class="tabs" role="tablist" aria-label=${t("detail.title")} @keydown=${move}>
      ${tabs.map((tab) => tabView(tab, tab.id === current.id, act))}</div><span class="grow"></span>
      ${copied ? html`<button class="btn" ?disabled=${state.phase !== "fresh"}
        @click=${() => act.copyShown((now, whole) => currentOf(now, whole).view(now, whole, act)[1])}>${t("copy")}</button>` : nothing}</div>
    <div id="detail" role="tabpanel" aria-label=${current.label}>${body}</div>
  </section>`;
}

function currentOf(state, call) {
  const tabs = tabsOf(state, call);
  return tabs.find(({ id }) => id === state.tab) ?? tabs[0];
}

const tabView = (
  { id, label, count },
  current,
  act,
) => html`<button role="tab" aria-selected=${current ? "true" : "false"} tabindex=${current ? 0 : -1}
  aria-controls="detail" data-tab=${id} @click=${() => act.tab(id)}>${label}${count ? html` <small
    class="dim">${count}</small>` : nothing}</button>`;

function tabsOf(state, call) {
  const tabs = [];
  if (call?.reply) tabs.push({ id: "reply", label: t("detail.reply"), view: replyTab });
  if (call) tabs.push({ id: "hop", label: hopLabel(state.hop ?? "call"), view: hopTab });
  if (call?.fragments?.length)
    tabs.push({ id: "fragments", label: t("detail.fragments"), count: call.fragments.length, view: fragmentsTab });
  if (call) tabs.push({ id: "replay", label: t("detail.replay"), view: replayTab });
  tabs.push({ id: "documents", label: t("detail.documents"), view: documentsTab });
  return tabs;
}

/** A code block. @param {string} label */
const block = (label, lines, wrap = true) =>
  html`<div class="code ${wrap ? "wrap" : ""} bare" tabindex="0" role="group" aria-label=${label}>${lines}</div>`;

function replyTab(state, call, act) {
  const together = state.dialects?.[call.reply.dialect]?.together ?? null;
  const siblings = state.trace.calls.filter((each) => each.turn === call.turn && each.dialect === call.dialect).length;
  return [
    html`<div class="reply">${block(t("detail.reply.label"), jsonCode(act.pretty(call.reply.text)))}</div>
      ${together !== null && siblings > 1 ? html`<p class="pad">${t(together ? "rule.together" : "rule.each")}</p>` : nothing}
      ${call.reply.annotated ? annotated(call.reply.annotated, state.phase !== "fresh", act) : nothing}`,
    call.reply.text,
  ];
}

/** The arguments with a comment at each fault, for prompts that correct a call in place. */
const annotated = (text, off, act) => html`<div class="head"><h3>${t("detail.annotated")}</h3><span class="grow"></span>
    <button class="btn" ?disabled=${off} @click=${() => act.copyShown((_, whole) => whole?.reply?.annotated)}>${t("detail.annotated.copy")}</button></div>
  ${block(t("detail.annotated"), jsonCode(text))}`;

function hopTab(state, call, act) {
  const hop = state.hop ?? "call";
  const { status, at } = call.hops[hop];
  if (status === "absent" || (!at && !isArguments(hop)))
    return [html`<p class="pad">${t(absence(hop, status))}</p>`, null];
  const text = isArguments(hop) ? call.arguments : act.inner(at);
  // A gate judges what could be read; every other hop shows what was sent, with nothing put to it.
  const shown = (hop === "gate-in" && judged(call) ? act.unwrapped(text) : act.written(text)) ?? text;
  const findings = findingsAt(state, call, hop);
  return [
    html`<p class="pad">${t(`about.${isArguments(hop) && !judged(call) ? "call" : hop}`)} ${at ? html`<button class="link"
      @click=${() => act.showPlace(at)}>${placeLabel(at)}</button>` : nothing}</p>
      ${block(hopLabel(hop), jsonCode(shown, { marks: marksOf(shown, at, findings) }))}${
        isArguments(hop) && isBroken(state.trace, call, shown) ? html`<p class="pad">${t("detail.broken")}</p>` : nothing
      }`,
    shown,
  ];
}

const CUT = ["stream-incomplete", "text-truncated"];
const UNREAD = ["arguments-truncated", "arguments-repaired", "arguments-guessed", "arguments-unreadable"];

/** Whether the arguments are shown as they came because they are cut, or no JSON. */
function isBroken({ findings }, call, shown) {
  const told = findings.some(({ code }) => CUT.includes(code)) || call.findings.some((index) => UNREAD.includes(findings[index].code));
  return told && shown.trim() !== "" && !isJson(shown);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether there was a contract to hold the arguments against. */
const judged = ({ contract }) => contract !== null && contract !== undefined;
const isArguments = (hop) => hop === "call" || hop === "gate-in";
const absence = (hop, status) =>
  status === "absent" ? `absent.${hop.startsWith("gate") ? "gate" : "hop"}.long` : "detail.computed";
const findingsAt = ({ trace }, call, hop) =>
  call.findings
    .map((index) => trace.findings[index])
    .filter((finding) => finding.hop === hop || (hop === "gate-in" && finding.hop === "call"));

/** Findings on the lines of the unwrapped text that their pointers name. */
function marksOf(text, at, findings) {
  const lines = pointerLines(text);
  const marks = new Map();
  for (const finding of findings) {
    const pointer = finding.at && at ? relative(at.path, finding.at.path) : null;
    const line = pointer ? lines.get(pointer) : undefined;
    if (line === undefined || marks.has(line)) continue;
    const look = GLYPH[finding.severity];
    marks.set(line, {
      look,
      glyph: glyph(look, { label: t(`severity.${look}`) }),
      note: html`<strong>${finding.code}</strong> ${prose(messageOf(finding))}`,
    });
  }
  return marks;
}

/** A place's pointer as seen from the value that is shown: inside it, or in the JSON that its string holds. */
function relative(base, path) {
  const [from, to] = [base.at(-1) ?? "", path.at(-1) ?? ""];
  if (path.length > base.length) return to;
  return path.length === base.length && to.startsWith(from) ? to.slice(from.length) : null;
}

function fragmentsTab(_state, call, act) {
  const joined = call.arguments ?? "";
  return [
    html`<div class="views" tabindex="0" role="group" aria-label=${t("detail.fragments")}><table class="frag">
      <caption class="vh">${t("fragments.caption")}</caption>
      <thead><tr><th scope="col" class="num">${t("fragments.line")}</th><th
        scope="col">${t("fragments.event")}</th><th scope="col" class="num">${t("fragments.index")}</th><th
          scope="col">${t("fragments.text")}</th></tr></thead>
      <tbody>${call.fragments.slice(0, 500).map((fragment) => fragmentRow(fragment, act))}
        <tr><td></td><td class="dim">${t("fragments.joined")}</td><td></td><td
          class="dim">${size(joined.length)}</td></tr></tbody></table></div>`,
    joined,
  ];
}

const fragmentRow = ({ event, index, id, name, text, at }, act) => html`<tr>
  <td class="num">${at ? html`<button class="link"
    @click=${() => act.showPlace(at)}>${at.line}</button>` : nothing}</td>
  <td>${event}${id ? html` <code>${id}</code>` : nothing}</td><td class="num">${index}</td>
  <td>${name ? html`<span class="dim">${name}</span> ` : nothing}<code>${text}</code></td></tr>`;

/** What each document was taken for, and on what evidence. */
export function documentsTab(state, _call, act) {
  const label = (id) => (id ? act.dialect(id) : t("documents.unknown"));
  return [
    html`<table class="grid-t stack"><thead><tr><th scope="col">${t("documents.name")}</th><th
      scope="col">${t("documents.dialect")}</th><th scope="col">${t("documents.layers")}</th><th
        scope="col">${t("documents.state")}</th></tr></thead>
      <tbody>${state.trace.documents.map(
        (
          entry,
        ) => html`<tr><th scope="row"><button class="link"
          @click=${() => act.showDocument(entry.name)}>${entry.name}</button></th>
        <td data-l=${t("documents.dialect")}>${label(entry.dialect)}</td><td
          data-l=${t("documents.layers")}>${entry.layers.length ? html`<code>${entry.layers.join(" › ")}</code>` : html`<span class="dim">${t("documents.none")}</span>`}</td>
        <td data-l=${t("documents.state")}>${t(`completeness.${entry.completeness}`)}</td></tr>`,
      )}</tbody></table>`,
    null,
  ];
}
