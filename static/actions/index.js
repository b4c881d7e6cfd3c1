/**
 * What a person can do on the page, as functions for the views and keys.
 * Everything they work on is handed in, so that these modules know no others.
 *
 * @typedef {object} Parts
 * @property {{get: () => any, set: (patch: object) => void}} store
 * @property {any} engine
 * @property {any} editor
 * @property {any} documents
 * @property {any} choice
 * @property {any} check
 * @property {any} select the selectors of the views
 * @property {any} share
 * @property {any} cases
 * @property {any} keeper
 * @property {any} drafts
 * @property {any} query
 * @property {any} address
 * @property {any} wholes
 * @property {any} unwrap
 * @property {any} answers
 * @property {{id: string, documents: {name: string, text: string}[]}[]} stories
 * @property {any} page services of the page: words, clipboard, files, look, reports
 *
 * @typedef {Parts & {say: (words: string) => void, copy: (text: string) => Promise<void>, copyMasked: (text: string) => Promise<void>}} Handed
 *   with what all actions share: a word in the status line, and text on the clipboard as it is or without its secrets
 */
import { choiceActions } from "./choices.js";
import { commandsOf } from "./commands.js";
import { dialogActions, lookActions, runActions } from "./page.js";
import { queryActions } from "./query.js";
import { contractActions, copyActions, fixActions, readActions } from "./reading.js";
import { keepActions } from "./keeping.js";
import { linkActions, shareActions } from "./sharing.js";
import { pasteActions, textActions } from "./texts.js";
import { diffActions, formatActions, viewActions } from "./views.js";

/** How long a word in the status line stays, ms. */
const SAID = 4000;

/** @param {Parts} given */
export function createActions(given) {
  const { store, page, stories } = given;
  const say = (words) => {
    store.set({ said: words });
    setTimeout(() => store.get().said === words && store.set({ said: "" }), SAID);
  };
  const put = async (text, ticked) => {
    const done = await page.copyText(text);
    if (done) ticked();
    say(page.t(done ? "said.copied" : "said.uncopied"));
  };
  const copy = (text) => put(text, page.pressed());
  /** What is meant for other people's eyes leaves without its secrets. */
  const copyMasked = async (words) => {
    const ticked = page.pressed();
    const { text, count } = await given.share.masked(words);
    await put(text, ticked);
    if (count) say(page.t("said.copied.masked", { n: count }));
  };
  const parts = { ...given, say, copy, copyMasked };
  const reads = readActions(parts);
  const views = viewActions(parts);
  const links = linkActions(parts);
  const act = {
    ...textActions(parts),
    ...pasteActions(parts, links.openLink),
    ...choiceActions(parts),
    ...views,
    ...diffActions(parts),
    ...formatActions(parts, views.view),
    ...reads,
    ...copyActions(parts, reads.slice),
    ...fixActions(parts),
    ...contractActions(parts),
    ...runActions(parts),
    ...dialogActions(parts),
    ...lookActions(parts),
    ...shareActions(parts),
    ...links,
    ...keepActions(parts),
    ...queryActions(parts),
    say,
    /** To the next of what the view lists. */
    step(by) {
      const { phase, view } = store.get();
      if (phase === "fresh") (view === "diff" ? act.stepChange : act.stepFinding)(by);
    },
  };
  return { ...act, commands: (offered) => commandsOf(act, offered, stories, page.languages, store.get(), page.t) };
}
