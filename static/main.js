/**
 * The composition root: makes the parts, hands them to each other, draws the regions of the page.
 */
import { createActions } from "./actions.js";
import { createCheck } from "./check.js";
import { createChoice } from "./choose.js";
import { createDocuments } from "./documents.js";
import { copyText, favicon, html, nothing, region, render, saveFile, sprite, t, useMessages } from "./dom.js";
import { listenDrops, listenKeys } from "./keys.js";
import english from "./locales/en.json";
import { nextTheme, setTheme, splitter, startTheme } from "./look.js";
import { watchUpdates } from "./offline.js";
import { connect } from "./rpc.js";
import { carriers, createShare, fragmentOf } from "./share.js";
import { createStore, EMPTY } from "./store.js";
import { STORIES } from "./stories/index.js";
import { createUnwrap, unescaped } from "./unwrap.js";
import { bandOf, bandView } from "./views/band.js";
import { CallsView } from "./views/calls.js";
import { detailView, documentsTab } from "./views/detail.js";
import { changeLines, changesView, diffBar, patchView } from "./views/diff.js";
import { blankView, footView, tabsView } from "./views/documents.js";
import { Editor } from "./views/editor/editor.js";
import { SideBySide } from "./views/editor/merge.js";
import { findingsView } from "./views/findings.js";
import { dialogView } from "./views/dialogs.js";
import { barView, statusView } from "./views/frame.js";
import { KINDS, pair, sides } from "./views/kinds.js";
import { line, reportOf, subject } from "./views/report.js";
import * as select from "./views/select.js";
import { failedView, storiesView } from "./views/stories.js";
import { editsView, formatBar, validateBar } from "./views/tools.js";

const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = document.documentElement;

/** Words as the keyboard at hand has its keys. */
const keyed = (table) => /Mac|iPhone|iPad/.test(navigator.userAgent) ? Object.fromEntries(Object.entries(table).map(([key, words]) => [key, words.replace(/\bCtrl\b/g, "⌘")])) : table;
useMessages("en", keyed(english));
const engine = connect({ plain: new URLSearchParams(location.search).get("start") === "plain" });
const request = (method, params, options) => engine.request(method, params, options);
const store = createStore({ ...EMPTY, theme: startTheme() });

render(sprite(), byId("sprite"));

const editor = new Editor(byId("editor"), {
  changed: () => check.changed(),
  moved: (cursor) => store.set({ cursor }),
  pressed: (index) => act.chooseFinding(index),
  files: (files) => act.files(files),
  pasted: (raw) => act.pasted(raw),
  leave: () => act.escape(),
});
editor.set(1, "untitled", "");
editor.show(1);
editor.onloaded = () => store.get().phase === "fresh" && choice.marks();

const documents = createDocuments({ store, editor, changed: () => check.again() });
const choice = createChoice({ store, editor, documents, select });
const share = createShare(request);
const unwrap = createUnwrap(request, () => store.set({ laid: (store.get().laid ?? 0) + 1 }));
const texts = { all: documents.all, named: (name) => editor.text(documents.byName(name).id) };
const check = createCheck({ measure: documents.chars, ask, show });

/** What the chosen view asks of the engine, in the shape that all views share. */
async function ask() {
  const state = store.get();
  const kind = KINDS[state.view];
  const asked = kind.ask(state, texts);
  const also = (kind.also?.(state, texts) ?? []).map(({ method, params }) => request(method, params));
  return kind.read(asked && (await request(asked.method, asked.params, { slot: "check" })), state, texts, await Promise.all(also));
}

const page = { t, copyText, saveFile, nextTheme, setTheme, carriers, unescaped, reportOf, findingLine: line, subject, showChange: (change) => { const at = changeLines(change, store.get().trace.laid); both.show(at.left, at.right); } };
const act = createActions({ store, engine, editor, documents, choice, check, share, unwrap, stories: STORIES, select, page });

/** What the check tells goes into the state; a new result chooses what the verdict rests on. */
function show(patch) {
  store.set({ ...patch, ...(patch.phase === "fresh" || patch.phase === "stale" ? { chars: documents.chars(), link: null } : {}) });
  if (patch.phase === "fresh") choice.first();
  else if (patch.phase !== "stale") choice.clear();
  if (patch.phase === "empty") store.set({ call: null, hop: null, finding: null, all: false, filter: EMPTY.filter });
}

const result = (state) => (state.phase === "checking" || !state.trace ? null : state.trace);
const first = (state) => state.phase === "empty" && state.engine.state !== "failed";
const failed = (state) => state.engine.state === "failed";
const calls = new CallsView(byId("calls"), act);

/** The views that the bar offers, in its order. */
const VIEWS = ["trace", "format", "validate"];

const regions = [
  region(byId("bar"), (state) => [state.view, state.phase === "empty", state.theme], (state) => barView(state, VIEWS, act)),
  region(byId("band"), (state) => [state.phase, state.trace, state.engine, state.link, state.error, state.tick], (state) => bandView(bandOf(state, act), state.phase === "stale")),
  region(byId("switch"), (state) => [state.pane], switchView),
  region(byId("tabs"), (state) => [state.documents, state.active, state.trace, state.wrap], (state) => tabsView(state, act)),
  region(byId("blank"), () => [true], blankView),
  region(byId("foot"), (state) => [state.cursor, state.trace, state.finding, state.documents, state.active, state.all], (state) => footView(state, act)),
  region(byId("detail-host"), (state) => [result(state), state.phase, state.call, state.hop, state.finding, state.all, state.tab, state.laid, failed(state)], detail),
  region(byId("tools"), (state) => [state.view, state.options, state.trace, state.documents, state.whole, state.sides, state.compared], (state) => TOOLS[state.view]?.(state, act) ?? nothing),
  region(byId("changes"), (state) => [result(state), state.change], (state) => changesView(state, act)),
  region(byId("patch"), (state) => [result(state)], (state) => patchView(state, act)),
  region(byId("aside"), (state) => [first(state), failed(state), state.engine], (state) => (failed(state) ? failedView(state) : first(state) ? storiesView(STORIES, act) : nothing)),
  region(byId("status"), (state) => [state.engine, state.phase, state.took, state.said, state.update, state.offline], (state) => statusView(state, act)),
];

const TOOLS = { format: formatBar, validate: (state, does) => validateBar(state, sides(state, texts), does), diff: (state, does) => diffBar(state, pair(state), does) };
const both = new SideBySide(byId("sides"));

const output = new Editor(byId("output"), { changed() {}, moved() {}, pressed() {}, files() {}, pasted: () => false, leave() {} }, true);
output.set(1, t("format.result"), "");
output.show(1);
let laid = "";
/** The laid-out text goes into an editor of its own, which is only written when there is another text. */
function putOut({ trace, phase }) {
  const text = phase === "fresh" && trace?.kind === "format" ? trace.text : "";
  if (text === laid) return;
  laid = text;
  output.set(1, t("format.result"), text);
}

let compared = null;
function putSides(state, tool) {
  const diff = tool && state.view === "diff" && result(state)?.kind === "diff" && state.trace.laid ? state.trace : null;
  byId("diff").hidden = !diff;
  byId("patch").hidden = !diff;
  byId("work").classList.toggle("whole", Boolean(diff) && state.whole);
  if (diff === compared) return;
  compared = diff;
  if (diff) both.set({ name: diff.sides.left, text: diff.laid.left }, { name: diff.sides.right, text: diff.laid.right });
  else both.clear();
}

const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
dialog.addEventListener("close", () => act.closeDialog());
regions.push(region(dialog, (state) => [state.dialog, state.codes], (state) => dialogView(state, { documents: state.documents.length, chars: state.chars, findings: state.codes, commands: () => act.commands(VIEWS, STORIES) }, act)));

function switchView({ pane }) {
  const button = (to) => html`<button data-to=${to} aria-pressed=${pane === to ? "true" : "false"} @click=${() => act.toPane(to)}>${t(`pane.${to}`)}</button>`;
  return html`<div role="group" aria-label=${t("pane.label")}>${button("result")}${button("text")}</div>`;
}

function detail(state) {
  const trace = result(state);
  if (!trace || failed(state) || trace.kind !== state.view) return nothing;
  if (trace.kind === "format") return html`${trace.findings.length ? findingsView(state, act) : nothing}${editsView(state, act)}`;
  if (trace.kind !== "trace") return trace.findings.length ? findingsView(state, act) : nothing;
  return html`${findingsView(state, act)}${trace.calls.length ? detailView(state, act) : html`<section aria-label=${t("detail.documents")}><div class="head"><h2>${t("detail.documents")}</h2></div>${documentsTab(state, null, act)[0]}</section>`}`;
}

/** Whether there is a way to draw; while a result is awaited, as it was before. */
let drawn = true;
const lane = (state) => (drawn = result(state) ? result(state).calls.length > 0 : state.phase === "empty" || drawn);

/** The band keeps its height while it says Checking, so that nothing below it moves. */
let held = false;
function holdBand(checking) {
  if (checking === held) return;
  held = checking;
  byId("band").style.minHeight = checking ? `${byId("band").offsetHeight}px` : "";
}

/** @param {import("./store.js").State} state */
function draw(state) {
  holdBand(state.phase === "checking");
  const empty = first(state);
  document.body.dataset.pane = state.pane;
  document.body.dataset.first = empty ? "yes" : "no";
  byId("blank").hidden = state.phase !== "empty";
  byId("doc").classList.toggle("drop", state.phase === "empty");
  byId("calls").hidden = empty || failed(state) || state.view !== "trace" || !lane(state);
  byId("detail-host").hidden = empty || failed(state) || (state.view !== "trace" && !(state.trace?.findings.length || state.trace?.edits?.length));
  const tool = state.view in TOOLS && !empty && !failed(state);
  byId("tools").hidden = !tool;
  byId("output").hidden = !tool || state.view !== "format";
  putOut(state);
  putSides(state, tool);
  byId("aside").hidden = !empty && !failed(state);
  for (const each of regions) each(state);
  if (state.dialog && !dialog.open) dialog.showModal();
  else if (!state.dialog && dialog.open) dialog.close();
  if (!byId("calls").hidden) calls.update(state.phase === "checking" ? { ...state, trace: null } : state);
  root.dataset.state = overall(state);
  label(state);
}

/** Busy from the first key to the result, so that `ready` always means: what is shown belongs to the text. */
function overall({ engine: { state }, phase }) {
  return state === "ready" && (phase === "stale" || phase === "checking") ? "busy" : state;
}

let named = "";
function label(state) {
  const { glyph, mark, name } = act.title(state);
  const title = name ? `${mark} ${name} · ${t("name")}` : `${mark ? `${mark} ` : ""}${t("name")}`;
  if (title === named) return;
  named = title;
  document.title = title;
  byId("favicon").setAttribute("href", favicon(glyph));
}

store.subscribe(draw);
engine.onstatus = (status) => act.status(status);
request("describe", {}).then(({ dialects, findings }) => store.set({ codes: findings, dialects: Object.fromEntries(dialects.map(({ id, label }) => [id, label])) }), () => {});
setInterval(() => store.get().phase === "checking" && store.set({ tick: (store.get().tick ?? 0) + 1 }), 200);

for (const [id, key] of [["text", "documents.label"], ["result", "pane.result"], ["splitter", "splitter"], ["editor", "documents.label"]]) byId(id).setAttribute("aria-label", t(key));
byId("editor").removeAttribute("aria-label");
byId("skip").addEventListener("click", (event) => { event.preventDefault(); byId("main").focus(); });
splitter(byId("splitter"), byId("work"));
listenKeys(act, () => document.querySelector("dialog[open]") !== null);
listenDrops({ files: act.files, text: act.pastedAnywhere, over: (is) => document.body.toggleAttribute("data-over", is) });
watchUpdates({ offer: (apply) => store.set({ update: apply }), stored: () => store.set({ offline: true }) });
byId("files").addEventListener("change", ({ target }) => { act.files(/** @type {HTMLInputElement} */ (target).files); });
addEventListener("popstate", ({ state }) => state?.view && act.view(state.view, false));
addEventListener("hashchange", () => act.openLink(fragmentOf(location.hash)));
act.openLink(fragmentOf(location.hash));

/** Resolves when what is shown belongs to the text that is there. */
const checked = () => new Promise((resolve) => store.once(({ phase }) => phase !== "stale" && phase !== "checking", () => resolve(undefined)));

Object.defineProperty(window, "hopscope", {
  value: {
    get ready() { return engine.ready; },
    request: (method, params) => engine.request(method, params),
    open: (list) => {
      act.open(list);
      return checked();
    },
  },
});
