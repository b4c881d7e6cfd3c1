/**
 * The page's one state. Views draw it, actions replace parts of it; the texts themselves live in the editor.
 *
 * @typedef {{id: number, name: string, unnamed?: boolean, told?: boolean}} DocumentEntry unnamed: nobody has said what to
 *   call it; told: it is called by what was read in it
 * @typedef {{document: string, path: string[], start: number, end: number, line: number, column: number}} Place
 *   offsets and columns in UTF-16 units of the raw text, line and column from 1
 * @typedef {"empty" | "stale" | "checking" | "partly" | "fresh" | "error"} Phase
 *   stale: the text is newer than the result, for less than a blink; checking: the old result is put away; partly: the result is
 *   that of the text's beginning, and no verdict
 * @typedef {{documents: object[], contracts: object[], calls: object[], findings: object[], verdict: object}} Trace
 *
 * @typedef {object} State
 * @property {DocumentEntry[]} documents never empty
 * @property {number} active id of the shown document
 * @property {Phase} phase
 * @property {Trace | null} trace the last result, for the present text in phase `fresh` alone
 * @property {number} since when the present wait began, ms of performance.now
 * @property {number} took ms of the last check
 * @property {boolean} superseded whether a result stood there when the present wait began
 * @property {number} chars characters in all documents, as of the last check or opening
 * @property {{code: string, message: string} | null} error of the last check
 * @property {object} engine state, stage and notes of the engine's start
 * @property {string} view trace, format, validate, diff, contract
 * @property {{indent: number, sort: boolean, repair: boolean, unwrap: boolean, formats: boolean, as: string}} options of the views
 * @property {{left: string | null, right: string | null} | null} compared the documents chosen for Diff
 * @property {string | null} tool the chosen tool in Contract
 * @property {string} toolFilter
 * @property {string | null} provider id of the provider whose wishes Contract shows
 * @property {boolean} stripped whether references with company are left alone in what it shows, and not written out
 * @property {{to: string, strict: boolean}} form the dialect in which Contract shows the tools, "" for none
 * @property {string} replay the dialect in which a call is shown to be sent again, "" for the first that is another
 * @property {number | null} change index of the chosen change
 * @property {boolean} whole whether Diff or Contract takes the whole width
 * @property {{schema: string, instance: string} | null} sides the documents chosen to be held against each other
 * @property {number | null} call index of the chosen call
 * @property {string | null} hop the chosen hop
 * @property {number | null} finding index of the chosen finding
 * @property {boolean} all list the findings of every call
 * @property {string} tab of the detail: reply, hop, fragments
 * @property {{status: string, text: string}} filter of the calls
 * @property {import("./query.js").Asked | null} query the JSONPath line, where it is open
 * @property {object} cursor where the caret stands
 * @property {{findings: object[], message: string} | null} link what is wrong with the address opened
 * @property {"link" | "draft" | "case" | null} opening what is being opened
 * @property {number | null} wanted index of the call to choose with the next result
 * @property {import("./case/drafts.js").Keeping} keeping whether texts are kept in this browser
 * @property {import("./case/drafts.js").Draft[]} drafts those that are kept, the newest first
 * @property {import("./case/address.js").Followed} followed whether the address carries the case
 * @property {boolean} linked whether the text is still that of the link in the address
 * @property {boolean} arrived whether documents were opened since the last result, so that their verdict's place is shown
 * @property {string} language the tag of the language that is spoken
 * @property {string} chosen the one that was chosen on purpose, or ""
 * @property {boolean} undecided whether the view may still follow what was pasted
 * @property {boolean} [offered] whether the view followed it, and nobody chose it
 * @property {"result" | "text"} pane which of the two a narrow page shows
 * @property {string} [theme] system, light, dark
 * @property {boolean} [wrap] false where long lines are not to be wrapped
 * @property {{kind: string} & Record<string, any> | null} [dialog] the open dialog, with what it shows
 * @property {string} [said] a word in the status line, for a short while
 * @property {object[] | null} [codes] the engine's table of findings, once it has told it
 * @property {Record<string, {id: string, label: string, tools: boolean, strict: boolean, calls: boolean,
 *   together: boolean | null}>} [dialects] by id, once told
 * @property {Record<string, object>} [providers] by id, once told
 * @property {() => void} [update] takes a newer version that waits
 * @property {boolean} [offline] whether all that a visit needs is kept
 * @property {number} [laid] counts answers that views read beside the state
 * @property {number} [tick] counts moments of a wait, so that its length is told anew
 */

/**
 * Hold a state; listeners hear of it once per turn of the event loop, whatever number of parts was set.
 * @template S
 * @param {S} initial
 */
export function createStore(initial) {
  let state = initial;
  let queued = false;
  /** @type {((state: S) => void)[]} */
  const listeners = [];
  const tell = () => {
    queued = false;
    for (const listener of [...listeners]) listener(state);
  };
  return {
    /** @returns {S} */
    get: () => state,
    /** @param {Partial<S>} patch */
    set(patch) {
      state = { ...state, ...patch };
      if (queued) return;
      queued = true;
      queueMicrotask(tell);
    },
    /** Call once, when a state fits. @param {(state: S) => boolean} fits @param {() => void} then */
    once(fits, then) {
      const look = (now) => {
        if (!fits(now)) return;
        listeners.splice(listeners.indexOf(look), 1);
        then();
      };
      listeners.push(look);
      queueMicrotask(() => listeners.includes(look) && look(state));
    },
    /** @param {(state: S) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
      listener(state);
    },
  };
}

/** The phases in which the result for the present text is still to come. @type {Phase[]} */
export const AWAITED = ["stale", "checking", "partly"];

/** @type {State} */
export const EMPTY = {
  documents: [{ id: 1, name: "untitled", unnamed: true }],
  active: 1,
  phase: "empty",
  trace: null,
  since: 0,
  took: 0,
  superseded: false,
  chars: 0,
  error: null,
  engine: { state: "starting", stage: "fetch", done: null, total: null, note: null, fatal: null },
  view: "trace",
  call: null,
  hop: null,
  finding: null,
  all: false,
  tab: "reply",
  filter: { status: "all", text: "" },
  query: null,
  cursor: null,
  link: null,
  options: { indent: 2, sort: false, repair: true, unwrap: false, formats: true, as: "auto" },
  sides: null,
  compared: null,
  change: null,
  tool: null,
  toolFilter: "",
  provider: null,
  stripped: false,
  form: { to: "", strict: false },
  replay: "",
  whole: true,
  opening: null,
  wanted: null,
  keeping: "on",
  drafts: [],
  followed: null,
  linked: false,
  pane: "result",
  arrived: false,
  undecided: true,
  language: "en",
  chosen: "",
};
