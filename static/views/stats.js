/**
 * What many calls have in common, at the head of the Trace view: per tool how many there are, how they fare, where they stop
 * and which field fails most. The terminal tells the same with `hopscope stats`.
 */
import { html, nothing, number, t } from "../dom.js";
import { once } from "./once.js";

/** From so many calls on. */
const MANY = 20;
const TOOLS = 12;
const STATUSES = ["fail", "warning", "unchecked", "pass"];
const GATES = ["gate-in", "gate-out"];
/** Where a call can be stopped, in the order of its way: a column each, that of a hop which is no gate only where it happens. */
const STOPS = {
  offer: ["offer"],
  "gate-in": ["call", "gate-in"],
  execute: ["execute"],
  result: ["result"],
  "gate-out": ["gate-out"],
  return: ["return"],
};
/** A warning, for the server did answer, but the call came to nothing. */
const FAILED = "result-error";
/** Late and missing answers, which stop nothing. */
const WAITING = ["result-unanswered", "return-missing", "return-order"];

/**
 * @typedef {{name: string, calls: number, statuses: Record<string, number>, stopped: Record<string, number>,
 *            fields: Map<string, number>}} Tool
 */

/** The tools of a trace, those called most often first. @type {(trace: any) => Tool[]} */
const tools = once(counted);
const names = once(({ calls }) => new Set(calls.map(({ name }) => name)));

function counted({ calls, findings }) {
  /** @type {Map<string, Tool>} */
  const all = new Map();
  for (const call of calls) {
    if (!all.has(call.name)) all.set(call.name, { name: call.name, calls: 0, statuses: {}, stopped: {}, fields: new Map() });
    add(all.get(call.name), call, call.findings.map((index) => findings[index]));
  }
  return [...all.values()].sort((one, two) => two.calls - one.calls || (one.name < two.name ? -1 : 1));
}

function add(tool, { verdict }, findings) {
  const stops = findings.filter(({ code, severity }) => code === FAILED || (severity === "error" && !WAITING.includes(code)));
  tool.calls += 1;
  tool.statuses[verdict.status] = (tool.statuses[verdict.status] ?? 0) + 1;
  for (const [stop, hops] of Object.entries(STOPS)) {
    const stopping = stops.filter(({ hop }) => hops.includes(hop));
    if (stopping.length) tool.stopped[stop] = (tool.stopped[stop] ?? 0) + 1;
    if (!GATES.includes(stop)) continue;
    for (const field of new Set(stopping.flatMap(fields))) tool.fields.set(field, (tool.fields.get(field) ?? 0) + 1);
  }
}

/** The members of the value that a fault is about, indexes left open. */
function fields({ params }) {
  if (!("keyword" in params)) return [];
  const home = params.path === "/" ? "" : params.path.replace(/\/\d+(?=\/|$)/g, "/*");
  const missing = params.keyword === "required" ? params.names : [];
  return missing.length ? missing.map((name) => `${home}/${name}`) : [home || "/"];
}

/**
 * @param {import("../store.js").State} state
 * @param {boolean} open whether what is told of the tools can be seen: going through every call takes its time
 * @param {(event: Event) => void} turn
 */
export function statsView({ trace }, open, turn) {
  if (!trace || trace.calls.length < MANY) return nothing;
  return html`<details @toggle=${turn} class="stats" data-testid="stats">
    <summary>${t("stats.title", { n: names(trace).size })}</summary>
    ${open ? table(tools(trace)) : nothing}
  </details>`;
}

function table(all) {
  const most = all[0].calls;
  const stops = Object.keys(STOPS).filter((stop) => GATES.includes(stop) || all.some(({ stopped }) => stopped[stop]));
  return html`<table class="grid-t tally">
      <thead><tr><th>${t("stats.tool")}</th><th class="n">${t("calls.title")}</th><th></th>${stops.map((stop) => html`<th
        class="n">${stop}</th>`)}<th>${t("stats.field")}</th></tr></thead>
      <tbody>${all.slice(0, TOOLS).map((tool) => row(tool, most, stops))}</tbody>
    </table>
    ${all.length > TOOLS ? html`<p class="dim">${t("stats.more", { n: all.length - TOOLS })}</p>` : nothing}`;
}

function row(tool, most, stops) {
  const [field, times] = [...tool.fields].sort((one, two) => two[1] - one[1])[0] ?? ["", 0];
  return html`<tr data-testid="stats-tool"><th scope="row"><code translate="no">${tool.name}</code></th><td class="n" data-l=${t("calls.title")}>${number(tool.calls)}</td><td>${bar(tool, most)}</td>${stops.map((stop) => html`<td
    class="n" data-l=${stop}>${share(tool, stop)}</td>`)}<td data-l=${t("stats.field")}>${field ? html`<code>${field}</code> ×${number(times)}` : nothing}</td></tr>`;
}

const share = (tool, stop) => (tool.stopped[stop] ? `${Math.round((100 * tool.stopped[stop]) / tool.calls)} %` : "");

/** One bar as long as the tool is called often, parted by verdict; its words say the same. */
function bar(tool, most) {
  let from = 0;
  const parts = STATUSES.map((status) => {
    const width = (100 * (tool.statuses[status] ?? 0)) / most;
    from += width;
    return { start: from - width, width };
  });
  const words = STATUSES.filter((status) => tool.statuses[status]).map((status) => `${t(`word.${status}`)} ${number(tool.statuses[status])}`);
  return html`<svg class="stats-bar" role="img" aria-label=${words.join(", ")} viewBox="0 0 100 8" preserveAspectRatio="none"><title>${words.join(", ")}</title><rect
    class="fail" x=${parts[0].start} width=${parts[0].width} height="8"></rect><rect class="warning" x=${parts[1].start} width=${parts[1].width} height="8"></rect><rect
    class="unchecked" x=${parts[2].start} width=${parts[2].width} height="8"></rect><rect class="pass" x=${parts[3].start} width=${parts[3].width} height="8"></rect></svg>`;
}
