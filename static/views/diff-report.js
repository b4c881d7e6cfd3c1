/**
 * A comparison as Markdown for an issue, and as plain lines.
 */
import { cut, headline, t } from "../dom.js";
import { pathLabel, placeLabel } from "./select.js";

const SIGN = { added: "+", removed: "−", changed: "±", moved: "↕" };
const MOST = 100;
const LONG = 200;

const line = (text) => (text ?? "").replace(/\s+/g, " ");
const more = ({ length }) => (length > MOST ? [t("diff.more", { n: length - MOST })] : []);

/** Code in a cell of a table: bars would end the cell, and code marks inside need longer ones around. */
function code(text) {
  if (!text) return "";
  const marks = "`".repeat(Math.max(1, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const space = marks.length > 1 ? " " : "";
  return `${marks}${space}${cut(line(text), LONG).replaceAll("|", "\\|")}${space}${marks}`;
}

/** @param {any} trace a result of Diff */
export function diffMarkdown({ changes, sides, verdict, findings }) {
  const rows = changes
    .slice(0, MOST)
    .map((each) => `| ${SIGN[each.kind]} | ${code(pathLabel(each.path))} | ${code(each.before_text)} | ${code(each.after_text)} |`);
  return [
    `**${headline(verdict, findings)}**`,
    [`| | ${t("contract.place")} | ${code(sides.left)} | ${code(sides.right)} |`, "| --- | --- | --- | --- |", ...rows].join("\n"),
    ...more(changes),
  ].join("\n\n");
}

/** @param {any} trace a result of Diff */
export function diffText({ changes, sides, verdict, findings }) {
  return [
    `${sides.left} → ${sides.right}: ${headline(verdict, findings)}`,
    ...changes.slice(0, MOST).map(told),
    ...more(changes),
  ].join("\n");
}

function told({ kind, path: steps, before_text: before, after_text: after, left, right }) {
  const values = { added: after, removed: before, moved: after ?? before }[kind];
  const said = cut(line(values), LONG) || `${cut(line(before), LONG)} → ${cut(line(after), LONG)}`;
  const places = [left, right].filter(Boolean).map(placeLabel).join(" → ");
  return `${SIGN[kind]} ${pathLabel(steps)}: ${said} (${places})`;
}
