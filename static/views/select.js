/**
 * What the views read out of the state.
 *
 * @typedef {import("../store.js").State} State
 */
import { once } from "./once.js";

/** The nine hops in order. */
export const HOPS = ["discover", "offer", "call", "gate-in", "execute", "result", "gate-out", "return", "answer"];

/** The glyph of a verdict's or a hop's status. */
export const GLYPH = {
  pass: "ok",
  ok: "ok",
  warning: "warn",
  fail: "fail",
  error: "fail",
  note: "note",
  unchecked: "unchecked",
  nothing: "nothing",
  absent: "absent",
};

/** Whether the page tells of the wait for a result, since the old one is put away. @param {State} state */
export const pending = ({ phase }) => phase === "checking" || phase === "partly";

/** @param {string | null} hop */
export const hopLabel = (hop) => (hop ? `${HOPS.indexOf(hop) + 1} ${hop}` : "");

/** @param {State} state */
export const chosenCall = ({ trace, call }) => (trace && call !== null ? (trace.calls[call] ?? null) : null);

/** A hop's status: a row tells nothing else of it. @param {{hops: Record<string, string | {status: string}>}} call @param {string} hop */
export function statusOf({ hops }, hop) {
  const told = hops[hop];
  return typeof told === "string" ? told : told.status;
}

/** @param {object} place */
export const placeLabel = ({ document, line, column }) => `${document} ${line}:${column}`;

/** A path through JSON in strings has one pointer a layer. @param {string[]} path */
export const pathLabel = (path) => path.map((pointer) => pointer || "/").join(" ▸ ");

/** The key of the words for what a change of a contract means to its callers. */
export const CLASS_WORDS = {
  breaking: "diff.breaking",
  compatible: "diff.compatible",
  "text-only": "diff.text",
  "order-only": "diff.order",
};

/** Severities by rank, the worst first. */
export const SEVERITY = { error: 0, warning: 1, note: 2 };

/**
 * The index of the finding a verdict rests on, among those given.
 * @param {object} verdict
 * @param {number[]} among indexes
 * @param {object[]} findings
 */
export function causeOf(verdict, among, findings) {
  const exact = among.find((index) => findings[index].code === verdict.code && findings[index].hop === verdict.hop);
  return exact ?? among.find((index) => findings[index].code === verdict.code) ?? null;
}

/** Indexes of the findings that belong to no call. @type {(trace: any) => number[]} */
export const loose = once(({ calls, findings }) => {
  const owned = new Set();
  for (const call of calls) for (const index of call.findings) owned.add(index);
  return findings.map((_, index) => index).filter((index) => !owned.has(index));
});

/**
 * The findings to list: those of the chosen call with the first cause on top and what it explains behind it, then
 * those without a call; or all of them.
 * @param {State} state
 * @returns {{index: number, finding: object, role: "cause" | "then" | "", call: number | null}[]}
 */
export function listed(state) {
  const { trace } = state;
  if (!trace) return [];
  const call = chosenCall(state);
  const verdict = call?.verdict ?? trace.verdict;
  const own = call?.findings ?? [];
  const rest =
    call && !state.all ? loose(trace) : trace.findings.map((_, index) => index).filter((index) => !own.includes(index));
  const cause = causeOf(verdict, call ? own : rest, trace.findings);
  const entry = (index) => ({
    index,
    finding: trace.findings[index],
    role: roleOf(index, cause, verdict, own, trace.findings),
  });
  return [...sorted(own.map(entry)), ...sorted(rest.map(entry))];
}

function roleOf(index, cause, verdict, own, findings) {
  if (verdict.hop === null && verdict.fault === null) return "";
  if (index === cause) return findings[index].severity === "note" ? "" : "cause";
  const explained = cause !== null && verdict.stops_at && verdict.stops_at !== verdict.hop;
  return explained && own.includes(index) && findings[index].hop === verdict.stops_at ? "then" : "";
}

const RANK = { cause: 0, then: 1, "": 2 };
const sorted = (entries) =>
  entries.sort(
    (a, b) =>
      RANK[a.role] - RANK[b.role] || SEVERITY[a.finding.severity] - SEVERITY[b.finding.severity] || a.index - b.index,
  );

/**
 * The indexes of the calls that pass the filter.
 * @param {State} state
 */
export function filtered({ trace, filter }) {
  const words = filter.text.toLowerCase().trim();
  const indexes = trace.calls.map((_, index) => index);
  return indexes.filter((index) => fits(trace.calls[index], filter.status, words));
}

const fits = (call, status, words) =>
  (status === "all" || call.verdict.status === status) &&
  (!words || [call.name, call.id ?? "", call.arguments ?? ""].some((text) => text.toLowerCase().includes(words)));

/** How many calls have each verdict, and in how many turns they are. */
export const counts = once((/** @type {any} */ { calls }) => {
  const count = { fail: 0, warning: 0, unchecked: 0, pass: 0 };
  const turns = new Set();
  for (const { verdict, turn } of calls) {
    count[verdict.status] = (count[verdict.status] ?? 0) + 1;
    turns.add(turn);
  }
  return { count, turns: turns.size };
});

/** Findings by document name, for tabs and marks. @type {(trace: any) => Map<string, {finding: object, index: number}[]>} */
export const byDocument = once(({ findings }) => {
  const all = new Map();
  findings.forEach((finding, index) => {
    if (!finding.at) return;
    if (!all.has(finding.at.document)) all.set(finding.at.document, []);
    all.get(finding.at.document).push({ finding, index });
  });
  return all;
});

/** The worst severity among findings, with how many have it. */
export function worst(entries) {
  for (const severity of ["error", "warning"]) {
    const count = entries.filter(({ finding }) => finding.severity === severity).length;
    if (count) return { severity, count };
  }
  return null;
}
