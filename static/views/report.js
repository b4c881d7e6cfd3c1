/**
 * A case as Markdown, for an issue or a message: verdict, hops, findings, reply.
 */
import { headline, messageOf, t } from "../dom.js";
import { HOPS, hopLabel, listed, pathLabel, placeLabel, statusOf } from "./select.js";

const fence = (text) => {
  const marks = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}json\n${text}\n${marks}`;
};

/** The index of the call that a report is about, or null. @param {import("../store.js").State} state */
export const reported = ({ trace, call }) => trace.verdict.call ?? call;

/**
 * @param {import("../store.js").State} state
 * @param {any} call the whole of the call that it is about, null where there is none
 * @param {(place: object) => string} slice
 */
export function reportOf(state, call, slice) {
  const { trace } = state;
  const { verdict } = trace;
  const facts = [
    verdict.code && `\`${verdict.code}\``,
    verdict.fault && t("findings.fault", { fault: t(`fault.${verdict.fault}`) }),
    hopLabel(verdict.hop),
  ];
  return [
    `**${t(`word.${verdict.status}`)}**: ${headline(verdict, trace.findings)}`,
    facts.filter(Boolean).join(" · "),
    call ? way(call) : "",
    ...listed({ ...state, call: call ? reported(state) : null, all: false })
      .slice(0, 20)
      .map(({ finding }) => line(finding, slice)),
    call?.reply ? `${t("detail.reply")}:\n\n${fence(call.reply.text)}` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

const way = (call) =>
  `\`${call.name}\` ${call.id ?? ""}\n\n| ${HOPS.map(hopLabel).join(" | ")} |\n|${" --- |".repeat(9)}\n| ${HOPS.map((hop) => t(`status.${statusOf(call, hop)}`)).join(" | ")} |`;

/** One finding as a list item. */
export function line(finding, slice) {
  const place = finding.at
    ? ` (${placeLabel(finding.at)}${finding.at.path.length ? `, \`${pathLabel(finding.at.path)}\`` : ""})`
    : "";
  const text = finding.at && finding.at.end > finding.at.start ? slice(finding.at).slice(0, 200) : "";
  return `- ${finding.severity} \`${finding.code}\`${place}: ${messageOf(finding)}${text ? `\n  ${fence(text).replaceAll("\n", "\n  ")}` : ""}`;
}

/** What the title says: the tool of the verdict. @param {import("../store.js").State} state */
export function subject({ trace }) {
  const call = trace?.calls[trace.verdict.call ?? 0];
  return call?.name ?? "";
}
