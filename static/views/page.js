/**
 * The page as a whole: which regions there are, what each shows, and when each is drawn anew.
 */
import { byId, favicon, html, inPieces, nothing, region, render, sprite, t } from "../dom.js";
import { bandOf, bandView } from "./band.js";
import { CallsView } from "./calls.js";
import { contractView } from "./contract.js";
import { detailView, documentsTab } from "./detail.js";
import { dialogView } from "./dialogs.js";
import { changesView, diffBar } from "./diff.js";
import { offered } from "./drafts.js";
import { blankView, footView, keepTab, tabsView } from "./documents.js";
import { findingsView } from "./findings.js";
import { barView, statusView } from "./frame.js";
import { sides } from "./kinds.js";
import { pair } from "./pairing.js";
import { queryView } from "./query.js";
import { pending } from "./select.js";
import { failedView, storiesView } from "./stories.js";
import { editsView, formatBar, validateBar } from "./tools.js";

/** @typedef {import("../store.js").State} State */

const failed = ({ engine }) => engine.state === "failed";
const opens = ({ opening }) => opening === "link" || opening === "draft";
const first = (state) => state.phase === "empty" && !opens(state) && !failed(state);
/** The result, where there is one for the present text. */
const result = ({ phase, trace }) => (phase === "checking" ? null : trace);

/**
 * @param {object} act
 * @param {{stories: object[], views: string[], languages: object, texts: object, stage: import("./stage.js").Stage,
 *   carriers: Function, marks: () => void}} parts
 * @returns {(state: State) => void} draws a state
 */
export function createPage(act, parts) {
  render(sprite(), byId("sprite"));
  const name = inLanguage(nameParts);
  const regions = [...frameRegions(act, parts), ...textRegions(act)];
  new ResizeObserver(keepTab).observe(byId("tabs"));
  const calls = new CallsView(byId("calls"), act);
  const hold = holdBand();
  const way = keepWay();
  const shown = (state) => !byId("calls").hidden && calls.update(result(state) ? state : { ...state, trace: null });
  const staged = (state) => parts.stage.draw(state, result(state), tooled(state));
  /** The result that is drawn whole. */
  let drawn = null;
  const drawResult = inPieces([shown, ...resultRegions(act, parts), staged, parts.marks], (state, done) => {
    if (done) drawn = state.trace;
    document.documentElement.dataset.state = overall(state, done);
  });
  return (state) => {
    name(state);
    hold(state.phase === "checking");
    arrange(state, way(state));
    for (const draw of regions) draw(state);
    dialogs(state);
    label(act.title(state));
    // What the reader does is answered at once, and so is an old result put away; a new one may be long.
    drawResult(state, !state.trace || state.trace === drawn);
  };
}

/** Again with every change of the language. */
function inLanguage(run) {
  let last = null;
  return ({ language }) => {
    if (language !== last) run();
    last = language;
  };
}

function nameParts() {
  byId("skip").textContent = t("skip");
  byId("text").setAttribute("aria-label", t("documents.label"));
  byId("result").setAttribute("aria-label", t("pane.result"));
  byId("splitter").setAttribute("aria-label", t("splitter"));
}

function frameRegions(act, { stories, views, languages, carriers }) {
  const facts = (state) => ({
    documents: state.documents.length,
    chars: state.chars,
    findings: state.codes,
    commands: () => act.commands(views, stories),
    drafts: state.drafts,
    keeping: state.keeping,
    said: state.said,
    language: state.language,
    languages,
    carriers,
  });
  return [
    region(
      byId("bar"),
      (s) => [s.view, s.phase === "empty", s.theme],
      (s) => barView(s, views, languages, act),
    ),
    region(
      byId("band"),
      (s) => [s.phase, s.view, s.trace, s.engine, s.link, s.error, s.tick, s.opening],
      (s) => bandView(bandOf(s, act), s.phase === "stale"),
    ),
    region(
      byId("switch"),
      (s) => [s.pane],
      (s) => switchView(s, act),
    ),
    region(
      byId("dialog"),
      (s) => [s.dialog, s.codes, s.drafts, s.keeping, s.said],
      (s) => dialogView(s, facts(s), act),
    ),
    region(
      byId("status"),
      (s) => [s.engine, s.phase, s.took, s.said, s.dialog, s.update, s.offline, s.keeping, s.drafts, s.followed],
      (s) => statusView(s, act),
    ),
  ];
}

const textRegions = (act) => [
  region(
    byId("tabs"),
    (s) => [s.documents, s.active, s.trace, s.wrap, s.query === null],
    (s) => tabsView(s, act),
  ),
  region(
    byId("query"),
    (s) => [s.query, s.documents],
    (s) => queryView(s, act),
  ),
  region(byId("blank"), () => [], blankView),
  region(
    byId("foot"),
    (s) => [s.cursor, s.trace, s.finding, s.documents, s.active, s.all, s.dialects],
    (s) => footView(s, act),
  ),
];

const resultRegions = (act, { stories, texts }) => [
  region(
    byId("tools"),
    (s) => [s.view, s.options, s.trace, s.documents, s.whole, s.sides, s.compared],
    (s) => toolbar(s, texts, act),
  ),
  region(
    byId("changes"),
    (s) => [result(s), s.change, s.finding, s.phase],
    (s) => changesView(s, act),
  ),
  region(
    byId("contract"),
    (s) => [result(s), s.phase, s.tool, s.toolFilter, s.provider, s.stripped, s.providers, s.form, s.dialects, s.laid],
    (s) => contractView(s, act),
  ),
  region(
    byId("detail-host"),
    (s) => [result(s), s.phase, s.call, s.hop, s.finding, s.all, s.tab, s.replay, s.laid, failed(s), s.dialects],
    (s) => detail(s, act),
  ),
  region(
    byId("aside"),
    (s) => [first(s), failed(s), s.engine, s.drafts],
    (s) => aside(s, stories, act),
  ),
];

function switchView({ pane }, act) {
  const button = (to) => html`<button data-to=${to} aria-pressed=${pane === to ? "true" : "false"}
    @click=${() => act.toPane(to)}>${t(`pane.${to}`)}</button>`;
  return html`<div role="group" aria-label=${t("pane.label")}>${button("result")}${button("text")}</div>`;
}

const TOOLS = {
  format: (state, _texts, act) => formatBar(state, act),
  validate: (state, texts, act) => validateBar(state, sides(state, texts), act),
  diff: (state, texts, act) => diffBar(state, pair(state, texts), act),
};
const tooled = (state) => state.view in TOOLS && !first(state) && !failed(state);
const toolbar = (state, texts, act) => TOOLS[state.view]?.(state, texts, act) ?? nothing;

function aside(state, stories, act) {
  if (failed(state)) return failedView(state);
  return first(state) ? html`${offered(state, act)}${storiesView(stories, act)}` : nothing;
}

function detail(state, act) {
  const trace = result(state);
  if (!trace || failed(state) || trace.kind !== state.view || ["contract", "diff"].includes(trace.kind)) return nothing;
  if (trace.kind === "trace")
    return html`${findingsView(state, act)}${trace.calls.length ? detailView(state, act) : recognised(state, act)}`;
  return html`${trace.findings.length ? findingsView(state, act) : nothing}${editsView(state, act)}`;
}

const recognised = (state, act) => html`<section aria-label=${t("detail.recognised")}>
  <div class="head"><h2>${t("detail.recognised")}</h2></div>${documentsTab(state, null, act)[0]}</section>`;

/** What stands on the page and what is put aside. */
function arrange(state, way) {
  const [empty, broken] = [first(state), failed(state)];
  document.body.dataset.pane = state.pane;
  document.body.dataset.first = empty ? "yes" : "no";
  byId("blank").hidden = state.phase !== "empty" || opens(state);
  byId("doc").classList.toggle("drop", state.phase === "empty");
  byId("calls").hidden = empty || broken || state.view !== "trace" || !way;
  const contract = !empty && !broken && state.view === "contract";
  byId("contract").hidden = !contract || !result(state);
  byId("detail-host").hidden = empty || broken || contract || state.view === "diff" || (state.view !== "trace" && !listable(state.trace));
  byId("tools").hidden = !tooled(state);
  byId("aside").hidden = !empty && !broken;
}

const listable = (trace) => Boolean(trace?.findings.length || trace?.edits?.length);

/** Whether there is a way to draw; while a result is awaited, as it was before. */
function keepWay() {
  let drawn = true;
  return (state) => {
    const now = result(state);
    if (now) drawn = now.calls.length > 0;
    else if (state.phase === "empty") drawn = true;
    return drawn;
  };
}

/** The band keeps its height while it says Checking, so that nothing below it moves. */
function holdBand() {
  let held = false;
  return (checking) => {
    if (checking === held) return;
    held = checking;
    byId("band").style.minHeight = checking ? `${byId("band").offsetHeight}px` : "";
  };
}

function dialogs({ dialog }) {
  const node = /** @type {HTMLDialogElement} */ (byId("dialog"));
  if (dialog && !node.open) node.showModal();
  else if (!dialog && node.open) node.close();
}

/** Busy from the first key to the result, all of it, so that `ready` always means: what is shown belongs to the text. */
function overall(state, drawn) {
  const busy = state.phase === "stale" || pending(state) || state.opening || !drawn;
  return state.engine.state === "ready" && busy ? "busy" : state.engine.state;
}

let named = "";
function label({ glyph, mark, name }) {
  const title = name ? `${mark} ${name} · ${t("name")}` : `${mark ? `${mark} ` : ""}${t("name")}`;
  if (title === named) return;
  named = title;
  document.title = title;
  byId("favicon").setAttribute("href", favicon(glyph));
}
