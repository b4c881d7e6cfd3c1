/**
 * The lane: the way of the chosen call, drawn as the head of the calls table. Each hop is one column; the line says
 * whether it was captured, the glyph what we think of it.
 */
import { glyph, html, nothing, t } from "../dom.js";
import { GLYPH, HOPS, statusOf } from "./select.js";

const LANES = ["user", "model", "host", "server"];

/** The lane of the party at fault; what has no lane of its own is shown where it appears. */
const FAULT_LANE = {
  model: "model",
  host: "host",
  server: "server",
  contract: "host",
  provider: "model",
  capture: "host",
};

/**
 * @param {import("../store.js").State} state
 * @param {object | null} call
 */
export function laneHead(state, call, act) {
  const verdict = call?.verdict;
  return html`<thead><tr>
    <th scope="col">
      <div class="cap">${call ? html`<span class="dim">${t("lane.path")}</span> <code
        translate="no">${call.name}</code>` : html`<span class="dim">${t("lane.none")}</span>`}</div>
      <div class="lanes" aria-hidden="true">${LANES.map((lane) => html`<span
        class=${verdict && FAULT_LANE[verdict.fault] === lane ? "at" : ""}>${t(`lane.${lane}`)}</span>`)}</div>
      ${verdict ? cause(verdict) : nothing}
    </th>
    ${HOPS.map((hop, index) => head(state, call ? statusOf(call, hop) : "absent", hop, index, verdict, act))}
  </tr></thead>`;
}

const head = (
  state,
  status,
  hop,
  index,
  verdict,
  act,
) => html`<th scope="col" class=${state.hop === hop ? "on" : ""}>
  <button class="hop" data-testid="hop" data-hop=${hop} data-status=${status}
    aria-current=${state.hop === hop ? "true" : nothing}
    tabindex=${state.hop === hop || (!state.hop && index === 0) ? 0 : -1} @click=${() => act.chooseHop(hop)}>
    <span class="n"><b>${index + 1}</b> <span translate="no">${hop}</span></span>
    <span class="vh">${spoken(hop, status, verdict)}</span>
    <span class="track">${hop.startsWith("gate") ? gate(status) : arrow(status)}</span>
  </button></th>`;

function spoken(hop, status, verdict) {
  const parts = [
    t(`way.${hop}`),
    t(status === "absent" ? `absent.${hop.startsWith("gate") ? "gate" : "hop"}` : `status.${status}`),
  ];
  if (verdict?.stops_at === hop) parts.push(t("lane.stops"));
  else if (verdict?.hop === hop && verdict.status !== "pass") parts.push(t("lane.cause"));
  return parts.join(", ");
}

const gate = (status) =>
  html`<span class="gate">${status === "absent" ? nothing : glyph(status === "fail" ? "x" : GLYPH[status])}</span>`;
const arrow = (status) =>
  html`${glyph("tip", { more: "tip" })}${status === "absent" ? nothing : glyph(GLYPH[status], { more: "st" })}`;

/** The bracket from where the cause stands to where the call stops. */
function cause({ hop, stops_at: stop, code }) {
  const [from, to] = [HOPS.indexOf(hop), HOPS.indexOf(stop)];
  if (from < 0 || to <= from) return nothing;
  const words = code === "contract-drift" ? t("cause.drift") : t("cause.other");
  return html`<div class="cause" aria-hidden="true"
    .style=${`--f: ${from}; --w: ${to - from}`}>${glyph("peak")}<span>${words}</span></div>`;
}
