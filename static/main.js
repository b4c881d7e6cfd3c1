/**
 * The composition root: makes the parts and hands them to each other.
 */
import { createActions } from "./actions/index.js";
import { createCheck } from "./check.js";
import { createChoice } from "./choose.js";
import { createDocuments } from "./documents.js";
import { copyText, saveFile, t, useMessages } from "./dom.js";
import { listenDrops, listenKeys } from "./keys.js";
import english from "./locales/en.json";
import { nextTheme, setTheme, splitter, startTheme } from "./look.js";
import { watchUpdates } from "./offline.js";
import { connect } from "./rpc.js";
import { carriers, createShare, fragmentOf } from "./share.js";
import { stash, unstash } from "./stash.js";
import { createStore, EMPTY } from "./store.js";
import { STORIES } from "./stories/index.js";
import { createUnwrap, unescaped } from "./unwrap.js";
import { Editor } from "./views/editor/editor.js";
import { KINDS } from "./views/kinds.js";
import { createPage } from "./views/page.js";
import { line, reportOf, subject } from "./views/report.js";
import * as select from "./views/select.js";
import { Stage } from "./views/stage.js";

const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The views that the bar offers, in its order. */
const VIEWS = ["trace", "format", "validate", "diff", "contract"];

/** Words as the keyboard at hand has its keys. */
const keyed = (table) =>
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? Object.fromEntries(Object.entries(table).map(([key, words]) => [key, words.replace(/\bCtrl\b/g, "⌘")]))
    : table;

const engine = connect({ plain: new URLSearchParams(location.search).get("start") === "plain" });
const request = (method, params, options) => engine.request(method, params, options);
useMessages("en", keyed(english));
const store = createStore({ ...EMPTY, theme: startTheme() });

const editor = new Editor(byId("editor"), {
  changed() {
    act.leaveLink();
    check.changed();
  },
  moved: (cursor) => store.set({ cursor }),
  pressed: (index) => act.chooseFinding(index),
  files: (files) => act.files(files),
  pasted: (raw) => act.pasted(raw),
  leave: () => act.escape(),
});
editor.set(1, "untitled", "");
editor.show(1);
editor.onloaded = () => store.get().phase === "fresh" && choice.marks();

const documents = createDocuments({
  store,
  editor,
  changed() {
    act.leaveLink();
    check.again();
  },
});
const texts = { all: documents.all, named: (name) => editor.text(documents.byName(name).id) };
const choice = createChoice({ store, editor, documents, select });
const check = createCheck({ measure: documents.chars, ask, show });
const stage = new Stage();

const act = createActions({
  store,
  engine,
  editor,
  documents,
  choice,
  check,
  select,
  share: createShare(request),
  unwrap: createUnwrap(request, () => store.set({ laid: (store.get().laid ?? 0) + 1 })),
  stories: STORIES,
  page: {
    t,
    copyText,
    saveFile,
    nextTheme,
    setTheme,
    carriers,
    unescaped,
    reportOf,
    findingLine: line,
    subject,
    views: VIEWS,
    showChange: (change) => stage.showChange(change),
  },
});

/** What the chosen view asks of the engine, in the shape that all views share. */
async function ask() {
  const state = store.get();
  const kind = KINDS[state.view];
  const asked = kind.ask(state, texts);
  const also = (kind.also?.(state, texts) ?? []).map(({ method, params }) => request(method, params));
  const result = asked && (await request(asked.method, asked.params, { slot: "check" }));
  return kind.read(result, state, texts, await Promise.all(also));
}

/** What the check tells goes into the state; a new result chooses what the verdict rests on. */
function show(patch) {
  const measured = patch.phase === "fresh" || patch.phase === "stale" ? { chars: documents.chars(), link: null } : {};
  store.set({ ...patch, ...measured });
  if (patch.phase === "fresh") choice.first();
  else if (patch.phase !== "stale") choice.clear();
  if (patch.phase === "empty") store.set({ call: null, hop: null, finding: null, all: false, filter: EMPTY.filter });
}

/** The tables of dialects and codes, asked for once the engine is there. */
async function learn() {
  try {
    const { dialects, findings, providers } = await request("describe", {});
    store.set({
      codes: findings,
      dialects: Object.fromEntries(dialects.map(({ id, label }) => [id, label])),
      providers: Object.fromEntries(providers.map((provider) => [provider.id, provider])),
    });
  } catch {
    // Without the tables ids stand in for labels, and help says that it comes later.
  }
}

function status(now) {
  const before = store.get().engine.state;
  store.set({ engine: now });
  if (now.state === "ready" && before === "starting" && !store.get().codes) learn();
}

/** Resolves when what is shown belongs to the text that is there. */
const checked = () =>
  new Promise((resolve) => {
    store.once(
      ({ phase }) => phase !== "stale" && phase !== "checking",
      () => resolve(undefined),
    );
  });

store.subscribe(createPage(act, { stories: STORIES, views: VIEWS, texts, stage }));
engine.onstatus = status;
engine.ready.catch(() => {});
setInterval(() => store.get().phase === "checking" && store.set({ tick: (store.get().tick ?? 0) + 1 }), 200);

byId("dialog").addEventListener("close", () => act.closeDialog());
byId("files").addEventListener("change", ({ target }) => {
  act.files(/** @type {HTMLInputElement} */ (target).files);
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
splitter(byId("splitter"), byId("work"));
listenKeys(act, () => document.querySelector("dialog[open]") !== null);
listenDrops({
  files: act.files,
  text: act.pastedAnywhere,
  over: (is) => document.body.toggleAttribute("data-over", is),
});
/** A newer version is taken with a reload, which must not cost the text. */
function offer(apply) {
  const update = () => (documents.blank() || stash(documents.all()) ? apply() : act.say(t("said.unstashed")));
  store.set({ update });
}

watchUpdates({ offer, stored: () => store.set({ offline: true }) });
addEventListener("popstate", ({ state }) => act.view(state?.view ?? "trace", false));
addEventListener("hashchange", () => act.openLink(fragmentOf(location.hash)));
act.openLink(fragmentOf(location.hash));
const kept = unstash();
if (kept) act.open(kept);

Object.defineProperty(window, "hopscope", {
  value: {
    get ready() {
      return engine.ready;
    },
    request: (method, params, options) => engine.request(method, params, options),
    open: (list) => {
      act.open(list);
      return checked();
    },
  },
});
