/**
 * The composition root: makes the parts and hands them to each other.
 */
import { createActions } from "./actions/index.js";
import { beginning, settledIn } from "./ahead.js";
import { createAnswers } from "./answers.js";
import { createAddress } from "./case/address.js";
import { SUFFIX, fromFile, toFile } from "./case/case.js";
import { createCases } from "./case/cases.js";
import { createCheck } from "./check.js";
import { createChoice } from "./choose.js";
import { createDocuments } from "./documents.js";
import { byId, copyText, messageOf, pressed, saveFile, t, useMessages, useTelling, worded } from "./dom.js";
import { Drafts } from "./case/drafts.js";
import { createKeeper } from "./case/keeper.js";
import { carriedOver } from "./case/tab.js";
import { embedders, listenEmbedder } from "./embed.js";
import { isSingle } from "./files.js";
import { listenDrops, listenKeys } from "./keys.js";
import { bookOf } from "./locales/books.js";
import { LANGUAGES, chooseLanguage, chosenLanguage, spoken } from "./locales/index.js";
import { kindOf, rename } from "./naming.js";
import { nextTheme, setTheme, splitter, startTheme } from "./look.js";
import { watchUpdates } from "./offline.js";
import { ASKED, createQuery } from "./query.js";
import { carriers, createShare, fragmentOf, linkBase, linkIn, newIn } from "./share.js";
import { AWAITED, createStore, EMPTY } from "./store.js";
import { STORIES } from "./stories/index.js";
import { createUnwrap, unescaped } from "./unwrap.js";
import { Editor } from "./views/editor/editor.js";
import { KINDS } from "./views/kinds.js";
import { createPage } from "./views/page.js";
import { diffMarkdown, diffText } from "./views/diff-report.js";
import { curlOf, pytestOf } from "./views/recipes.js";
import { line, reported, reportOf, subject } from "./views/report.js";
import * as select from "./views/select.js";
import { Stage } from "./views/stage.js";
import { createWholes } from "./wholes.js";

/** The views that the bar offers, in its order. */
const VIEWS = ["trace", "format", "validate", "diff", "contract"];

/** Words as the keyboard at hand has its keys. */
const keyed = (table) =>
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? Object.fromEntries(Object.entries(table).map(([key, words]) => [key, words.replace(/\bCtrl\b/g, "⌘")]))
    : table;

const start = /** @type {any} */ (globalThis).hopscopeStart;
/** @type {ReturnType<typeof import("./rpc.js").connect>} */
const engine = start.engine;
const request = (method, params, options) => engine.request(method, params, options);
const store = createStore({ ...EMPTY, theme: startTheme(), chosen: chosenLanguage() });
/** The texts, carried over the reload that brings a newer version. */
const stash = carriedOver("hopscope.stash");

/** Findings are told in English meanwhile where their words take longer than this, ms. */
const PATIENCE = 2000;
/** Resolves when findings can be told in the language that is spoken. */
let telling = Promise.resolve();

/** Speak a language from now on. */
function speak(tag) {
  document.documentElement.lang = tag;
  useMessages(tag, keyed(LANGUAGES.en.words), keyed(LANGUAGES[tag].words));
  store.set({ language: tag });
  telling = Promise.race([tell(tag), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

async function tell(tag) {
  const book = await bookOf(tag);
  if (store.get().language !== tag) return;
  useTelling(tag, book);
  store.set({}); // draws anew what is told
  if (store.get().phase === "fresh") choice.marks();
}
speak(spoken([store.get().chosen, ...navigator.languages].filter(Boolean)));

const editor = new Editor(byId("editor"), {
  changed() {
    cases.changed();
    check.changed();
  },
  replaced(id) {
    looked.delete(id);
    documents.replaced(id);
  },
  moved: (cursor) => store.set({ cursor }),
  pressed: (index) => act.chooseFinding(index),
  files: (files) => act.files(files),
  pasted: (raw) => act.pasted(raw),
  leave: () => act.escape(),
});
editor.set(1, EMPTY.documents[0].name, "");
editor.show(1);
editor.onloaded = () => store.get().phase === "fresh" && choice.marks();

const documents = createDocuments({
  store,
  editor,
  changed() {
    cases.changed();
    check.again();
  },
});
const texts = { all: documents.all, named: (name) => editor.text(documents.byName(name).id) };
const drawAgain = () => store.set({ laid: (store.get().laid ?? 0) + 1 });
const wholes = createWholes({
  request: (method, params, options) => request(method, params, { ...options, limit: patience(documents.chars()) }),
  now: store.get,
  named: texts.named,
  rename,
  arrived: drawAgain,
  failed: (error) => show({ phase: "error", error, trace: null }),
});
const choice = createChoice({
  store,
  editor,
  documents,
  wholes,
  select,
  told: messageOf,
  words: t,
  explain: (code) => act.explain(code),
});
const check = createCheck({ measure: documents.chars, ahead, ask, show });
const stage = new Stage();
const query = createQuery({ store, request, text: texts.named });
const share = createShare(request, linkBase(location));
const drafts = new Drafts(store.set);
const keeper = createKeeper({ drafts, now: () => cases.now(), chars: documents.chars });
const address = createAddress({
  now: () => cases.now(),
  write: share.short,
  ours: (hash) => fragmentOf(hash) !== null,
  told: (followed) => store.set({ followed }),
});
const cases = createCases({
  store,
  documents,
  keeper,
  address,
  views: VIEWS,
  usual: { options: EMPTY.options, query: ASKED },
  speak: (tag) => speak(spoken([tag])),
});

const act = createActions({
  store,
  engine,
  editor,
  documents,
  choice,
  check,
  select,
  share,
  cases,
  keeper,
  drafts,
  query,
  address,
  wholes,
  unwrap: createUnwrap(request, drawAgain),
  answers: createAnswers(request, documents.all, drawAgain),
  stories: STORIES,
  page: {
    t,
    worded,
    copyText,
    pressed,
    saveFile,
    nextTheme,
    setTheme,
    asked: ASKED,
    languages: Object.entries(LANGUAGES).map(([tag, { name }]) => ({ tag, name })),
    speak,
    chooseLanguage,
    suffix: SUFFIX,
    toFile,
    fromFile,
    linkIn,
    unescaped,
    reported,
    reportOf,
    diffMarkdown,
    diffText,
    curlOf,
    pytestOf,
    findingLine: line,
    subject,
    views: VIEWS,
    showChange: (change) => stage.showChange(change),
  },
});

/** A long text may take longer, ms: whoever waits sees how far it is, and can stop it. */
const patience = (chars) => 60_000 + chars / 100;

/** What is known before the whole is judged: what the beginning of a long case holds, and names of the texts that have none. */
async function ahead(partly) {
  const kind = KINDS[store.get().view];
  if (!kind.ahead) return nameAhead();
  const documents = beginning(texts.all());
  if (!documents) return;
  const result = settledIn(await request("trace", { documents }, { slot: "check" }));
  await telling;
  if (result.calls.length) partly(kind.read(result));
}

/** What the chosen view asks of the engine, in the shape that all views share. */
async function ask() {
  const state = store.get();
  const kind = KINDS[state.view];
  const asked = kind.ask(state, texts);
  const also = (kind.also?.(state, texts) ?? []).map(({ method, params }) => request(method, params));
  const result = asked && (await request(asked.method, asked.params, { slot: "check", limit: patience(documents.chars()) }));
  await telling;
  return kind.read(result, state, texts, await Promise.all(also));
}

/** Texts that nobody named are called by what the first trace reads in them. */
function nameTexts(trace) {
  const of = (wanted) => {
    const entry = trace.documents.find((each) => each.name === wanted);
    return entry ? kindOf(trace, entry) : null;
  };
  const names = documents.name((wanted) => (of(wanted) ? t(of(wanted)) : null));
  if (!names.size) return;
  for (const entry of trace.documents) entry.name = names.get(entry.name) ?? entry.name;
  rename(trace, names);
  trace.names = names;
}

/** A longer case, in characters, gets its names when its trace is asked for: here they would keep the reader waiting. */
const NAMED_AHEAD = 200_000;
/** Ids of the texts that were looked into once for a name. */
const looked = new Set();

/** A text that comes while another view than the trace is open has its name before that view speaks of it. */
async function nameAhead() {
  const fresh = store.get().documents.filter(({ id, unnamed }) => unnamed && !looked.has(id) && !editor.blank(id));
  if (!fresh.length || documents.chars() > NAMED_AHEAD) return;
  nameTexts(await request("trace", { documents: texts.all(), rows: 0 }, { slot: "check" }));
  for (const { id } of fresh) looked.add(id);
}

/** What the check tells goes into the state; a new result chooses what the verdict rests on. */
function show(patch) {
  if (patch.phase === "fresh" && patch.trace?.kind === "trace") nameTexts(patch.trace);
  const measured = patch.phase === "fresh" || patch.phase === "stale" ? { chars: documents.chars(), link: null } : {};
  if (patch.phase === "stale") store.set({ superseded: store.get().trace !== null });
  store.set({ ...patch, ...measured });
  if (patch.phase === "empty") store.set({ undecided: true });
  if (patch.phase === "fresh") {
    if (act.offerView()) return;
    choice.first();
    address.settled();
    query.again();
  } else if (patch.phase) query.stale();
  if (patch.phase === "partly") choice.call(patch.trace.calls.length ? 0 : null);
  else if (patch.phase !== "fresh" && patch.phase !== "stale") choice.clear();
  if (patch.phase === "empty") store.set({ call: null, hop: null, finding: null, all: false, filter: EMPTY.filter });
}

/** Whether nothing that the reader waits for is under way. */
const calm = ({ engine: { state }, opening, phase }) => state === "ready" && !opening && !AWAITED.includes(phase);

/** The tables of dialects and codes: nobody waits for them, so that a verdict comes first. */
async function learn() {
  try {
    const { dialects, findings, providers } = await request("describe", {});
    store.set({
      codes: findings,
      dialects: Object.fromEntries(dialects.map((dialect) => [dialect.id, dialect])),
      providers: Object.fromEntries(providers.map((provider) => [provider.id, provider])),
    });
  } catch {
    // Without the tables ids stand in for labels, and help says that it comes later.
  }
}

function status(now) {
  const before = store.get().engine.state;
  store.set({ engine: now });
  if (now.state === "ready" && before === "starting" && !store.get().codes) store.once(calm, learn);
}

/** Resolves when what is shown belongs to the text that is there. */
const checked = () =>
  new Promise((resolve) => {
    store.once(
      ({ phase }) => !AWAITED.includes(phase),
      () => resolve(undefined),
    );
  });

store.subscribe(createPage(act, { stories: STORIES, views: VIEWS, languages: LANGUAGES, texts, stage, carriers, marks: choice.settle }));
engine.onstatus = status;
engine.ready.catch(() => {});
setInterval(() => select.pending(store.get()) && store.set({ tick: (store.get().tick ?? 0) + 1 }), 200);

// Escape is heard before the browser closes the dialog, and told of a closing only once another may be open.
byId("dialog").addEventListener("cancel", () => act.closeDialog());
byId("dialog").addEventListener("close", ({ target }) => {
  if (!(/** @type {HTMLDialogElement} */ (target).open)) act.closeDialog();
});
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
  const update = () => (documents.blank() || stash.put(documents.all()) ? apply() : act.say(t("said.unstashed")));
  store.set({ update });
}

if (isSingle()) store.set({ offline: true });
else watchUpdates({ offer, stored: () => store.set({ offline: true }) });
addEventListener("popstate", ({ state }) => act.view(state?.view ?? "trace", false));
addEventListener("hashchange", () => {
  if (newIn(location.hash) !== null) startNew(newIn(location.hash));
  else if (address.own()) address.settled();
  else act.openLink(fragmentOf(location.hash));
});
addEventListener("pagehide", keeper.leaving);
document.addEventListener("visibilitychange", () => document.hidden && keeper.flush());

/** An empty case in a view; what was there stays as a draft. */
function startNew(view) {
  history.replaceState(history.state, "", location.pathname + location.search);
  cases.present({ documents: [], view });
}

/** What wins at the start: texts carried over an update, then a link that someone opened, then this tab's own draft. */
async function begin() {
  const fragment = fragmentOf(location.hash);
  const kept = stash.take();
  store.set({ opening: kept || drafts.expected ? "draft" : fragment === null ? null : "link" });
  const own = await drafts.begin();
  if (kept) cases.present({ documents: kept }, { own: true, kept: own !== null });
  else if (!documents.blank()) cases.stayed();
  else if (newIn(location.hash) !== null) startNew(newIn(location.hash));
  else if (own && (fragment === null || address.own())) cases.present(own.case, { own: true, kept: true });
  else {
    await act.openLink(fragment);
    if (own) act.say(t("said.aside"));
  }
}
begin();

async function open(list) {
  act.open(list);
  await checked();
}

const listed = document.querySelector('meta[name="hopscope-embedders"]')?.getAttribute("content") ?? "";
listenEmbedder(embedders(location.origin, listed), {
  ready: () => engine.ready,
  request: (method, params) => engine.request(method, params),
  open: async (list, view) => {
    await open(list);
    if (VIEWS.includes(view)) act.view(view);
  },
});

start.arrived({ documents: documents.all, open });
