// The page's end of the worker: starts it, sends one request at a time, and answers for it when it fails.

import { Life } from "./life.js";
import { EngineError, startError } from "./rpc/errors.js";
import { bootFrom, employed } from "./rpc/script.js";

/**
 * @typedef {"starting" | "ready" | "busy" | "failed"} State
 * @typedef {{start: "snapshot" | "plain", total: number, parts: Record<string, number>, note: Note | null}} Timings  in ms
 * @typedef {{code: string, message: string}} Note
 * @typedef {{state: State, stage: string, done: number | null, total: number | null, kind: "snapshot" | "plain",
 *            note: Note | null, fatal: EngineError | null, running: number, since: number | null}} Status
 * @typedef {{slot?: string, limit?: number, signal?: AbortSignal, seconds?: number}} RequestOptions  seconds: for one check
 * @typedef {{id: number, method: string, params: any, slot: string | null, limit: number, seconds: number | null, stops: number,
 *            sent: boolean, taken: boolean, unheard: boolean, parts: Record<string, any[]>, resolve: (result: any) => void, reject: (error: EngineError) => void}} Waiting
 */

/** Silence for so long is taken for a start that hangs. Files come in pieces, each of which is heard; Python boots in one. */
const FETCH_SILENCE = 30_000;
const BOOT_SILENCE = 90_000;
const REQUEST_LIMIT = 60_000;
/** A request whose answer nobody wants any more may hold the worker for so long. */
const SUPERSEDED_LIMIT = 1500;
/**
 * Where no lock tells of a worker's end: one that lives takes a request up at once, however long the work is. One that has not when
 * this has passed twice, ms, has ended without a word: twice, since the first time is over for a page that wakes from sleep.
 */
const TAKEN_WITHIN = 500;
const TIMES = 2;
/** So many times while a worker tidies up behind an answer, which takes a second after a long log. */
const TIMES_AT_REST = 20;
/** So many matches of one request are stopped one by one; past that all that may run long are left out, which 0 stands for. */
const STOPPED = 2;
const ALL = 0;
const PLAIN_NOTE = {
  code: "start-plain",
  message: "The quick start did not work here, so the slower one was taken.",
};
const STARTS = { snapshot: "Quick start", plain: "Plain start" };

/** @param {{plain?: boolean}} [options] */
export function connect(options = {}) {
  return new Engine(options.plain ?? false);
}

class Engine {
  /** @type {Worker | null} */ #worker = null;
  /** @type {Waiting[]} */ #waiting = [];
  /** @type {Status} */ #status;
  /** @type {(status: Status) => void} */ #listener = () => {};
  /** @type {{promise: Promise<Timings>, resolve: (timings: Timings) => void, reject: (error: EngineError) => void}} */ #ready;
  /** @type {Note | null} */ #note = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #watchdog;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #overdue;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #untaken;
  /** Longer with each worker that was given up for its silence. */ #takenWithin = TAKEN_WITHIN;
  /** The worker has answered and tidies up. */ #resting = false;
  #life = new Life();
  /** The matches that were stopped, and the seconds chosen then: nobody waits twice for the same. @type {Map<number, number | null>} */
  #stopped = new Map();
  /** The time that one check may take, in seconds; null is the engine's own limit. @type {number | null} */ seconds = null;
  /** @type {{step: string, outcome: string, ok: boolean}[]} */ #tried = [];
  /** @type {object | null} */ #spawning = null;
  #heard = settled();
  #forced;
  #lastId = 0;

  /** @param {boolean} plain */
  constructor(plain) {
    this.#forced = plain;
    this.#start(plain);
  }

  get state() {
    return this.#status.state;
  }

  get ready() {
    return this.#ready.promise;
  }

  /** Resolves when a worker runs, or none could be started. */
  get heard() {
    return this.#heard.promise;
  }

  set onstatus(/** @type {(status: Status) => void} */ listener) {
    this.#listener = listener;
    listener(this.#status);
  }

  /**
   * Asks the door. Rejects with an EngineError; `superseded` means that a newer request of the same slot took its place.
   * @param {string} method @param {object} params @param {RequestOptions} [options]
   * @returns {Promise<any>}
   */
  request(method, params, { slot = null, limit = REQUEST_LIMIT, signal, seconds = this.seconds } = /** @type {any} */ ({})) {
    if (this.#status.fatal) return Promise.reject(this.#status.fatal);
    if (slot !== null) this.#supersede(slot);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const waiting = { id, method, params, slot, limit, seconds, stops: 0, sent: false, taken: false, unheard: false, parts: {}, resolve, reject };
      this.#waiting.push(waiting);
      signal?.addEventListener("abort", () => this.#drop(waiting, "aborted", "The request was withdrawn."));
      this.#next();
    });
  }

  /** Ends what runs now by starting another worker; everything that waits is rejected. */
  cancel() {
    const ended = this.#waiting;
    this.#waiting = [];
    this.#start(this.#status.kind === "plain");
    for (const each of ended) each.reject(new EngineError("cancelled", "Stopped."));
  }

  /** Starts again, as after a failed start. @param {{plain?: boolean}} [options] */
  restart({ plain = this.#forced } = {}) {
    this.#note = null;
    this.#tried = [];
    this.#start(plain);
    this.#next();
  }

  close() {
    this.#end();
    this.#fail(new EngineError("closed", "The page has closed its worker."));
  }

  /** @param {boolean} plain */
  #start(plain) {
    this.#end();
    this.#resting = false;
    this.#ready = settled(this.#ready);
    this.#status = {
      state: "starting", stage: "fetch", done: null, total: null, kind: plain ? "plain" : "snapshot",
      note: this.#note, fatal: null, running: this.#waiting.length, since: null,
    };
    for (const each of this.#waiting) each.sent = each.taken = false;
    this.#awaitSign("fetch");
    this.#spawn(plain);
    this.#tell({});
  }

  /** @param {boolean} plain */
  async #spawn(plain) {
    const mine = {};
    this.#spawning = mine;
    try {
      const worker = await employed(() => this.#spawning === mine);
      if (worker) this.#employ(worker, plain);
    } catch (/** @type {any} */ error) {
      if (this.#spawning === mine) this.#startFailed(startError(error.code ?? "no-worker", String(error)));
    }
  }

  /** @param {Worker} worker @param {boolean} plain */
  #employ(worker, plain) {
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#startFailed(startError("files-differ", event.message));
    };
    this.#life = new Life();
    worker.postMessage({ start: bootFrom(plain), life: this.#life.name });
    this.#worker = worker;
  }

  #end() {
    clearTimeout(this.#watchdog);
    this.#spawning = null;
    clearTimeout(this.#overdue);
    clearTimeout(this.#untaken);
    this.#life.leave();
    if (this.#worker) this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {any} message */
  #hear(message) {
    this.#heard.resolve();
    if (message.status) this.#progress(message.status);
    else if (message.ready) this.#started(message.ready);
    else if (message.fatal) this.#startFailed(startError(message.fatal.code, message.fatal.message), message.fatal.plain);
    else if (message.living) this.#life.watch(() => this.#died());
    else if (message.taken) this.#taken(message.taken);
    else if (message.rested) this.#resting = false;
    else if (message.part) this.#partly(message);
    else if ("checking" in message) this.#checking(message);
    else if (message.late) console.error("imported after the start:", message.late.join(", "));
    else if (message.id) this.#answered(message);
  }

  /** @param {{stage: string, done: number | null, total: number | null}} status */
  #progress(status) {
    this.#awaitSign(status.stage);
    this.#tell(status);
  }

  /** @param {string} stage */
  #awaitSign(stage) {
    const hanging = () => this.#startFailed(startError("start-timeout", `nothing was heard in the stage ${stage}`), true);
    this.#watch(stage === "fetch" ? FETCH_SILENCE : BOOT_SILENCE, hanging);
  }

  /** @param {any} ready */
  #started({ start, total, parts }) {
    clearTimeout(this.#watchdog);
    this.#ready.resolve({ start, total, parts, note: this.#note });
    this.#tell({ state: "ready", stage: "ready", done: null, total: null });
    this.#next();
  }

  /**
   * A quick start that fails where the plain one may not is followed by it, and the page's reader is told so.
   * @param {EngineError} error @param {boolean} [survivable]
   */
  #startFailed(error, survivable = false) {
    if (this.#status.state !== "starting") return this.#lost(error);
    const { kind } = this.#status;
    this.#tried.push({ step: STARTS[kind], outcome: `${error.message} ${error.data.detail}`, ok: false });
    error.data.tried = this.#tried;
    if (survivable && kind === "snapshot") {
      this.#note = PLAIN_NOTE;
      console.warn(PLAIN_NOTE.message, error.data.detail);
      return this.#start(true);
    }
    this.#end();
    return this.#fail(error);
  }

  /** @param {EngineError} error */
  #fail(error) {
    this.#heard.resolve();
    const ended = this.#waiting;
    this.#waiting = [];
    this.#tell({ state: "failed", fatal: error });
    this.#ready.reject(error);
    for (const each of ended) each.reject(error);
  }

  /** The worker broke down at work: whoever it worked for is told, the others wait for the next worker. @param {Error} error */
  #lost(error) {
    const running = this.#waiting.find((each) => each.sent);
    this.#restartWithout(running, new EngineError("worker-lost", "The checker broke down and was started again.", { data: { detail: error.message } }));
  }

  /** @param {Waiting | undefined} ended @param {EngineError} error */
  #restartWithout(ended, error) {
    this.#waiting = this.#waiting.filter((each) => each !== ended);
    this.#start(this.#status.kind === "plain");
    ended?.reject(error);
  }

  /** Sends the next request, one at a time, so that one that is superseded while it waits costs nothing. */
  #next() {
    const busy = this.#waiting.some((each) => each.sent);
    const next = this.#waiting[0];
    if (!["ready", "busy"].includes(this.#status.state)) return this.#tell({});
    if (busy || !next) return this.#tell({ state: busy ? "busy" : "ready" });
    next.sent = true;
    next.parts = {};
    const { id, method, params, seconds } = next;
    this.#worker?.postMessage({ id, method, params, skip: this.#skipped(next), seconds });
    if (!this.#life.watched) this.#awaitTaken(this.#resting ? TIMES_AT_REST : TIMES);
    this.#watch(next.limit + 1000 * (STOPPED + 1) * (seconds ?? 0), () => this.#restartWithout(next, new EngineError("timed-out", "This took too long and was stopped.")));
    return this.#tell({ state: "busy", since: Date.now() });
  }

  /** @param {number} times */
  #awaitTaken(times) {
    clearTimeout(this.#untaken);
    this.#untaken = setTimeout(() => (times > 1 ? this.#awaitTaken(times - 1) : this.#silent()), this.#takenWithin);
  }

  /** It may also have been slow, so the next is given longer. */
  #silent() {
    this.#takenWithin *= 2;
    this.#ended();
  }

  /** @param {number} id */
  #taken(id) {
    clearTimeout(this.#untaken);
    const waiting = this.#waiting.find((each) => each.id === id);
    if (waiting) waiting.taken = true;
  }

  /** The lock tells of the worker's end. What it was at may have been too much for it and is not asked again. */
  #died() {
    const error = new Error("it ended without a word");
    if (this.#status.state === "starting") this.#startFailed(startError("start-failed", error.message), true);
    else if (this.#waiting.some(({ taken }) => taken)) this.#lost(error);
    else this.#ended();
  }

  /** The worker has ended and had begun nothing: another is asked the same. */
  #ended() {
    this.#waiting = this.#waiting.filter(({ unheard }) => !unheard);
    this.#start(this.#status.kind === "plain");
  }

  /** Some of a long list came ahead of its result. @param {{id: number, part: {name: string, items: any[]}}} message */
  #partly({ id, part: { name, items } }) {
    const waiting = this.#waiting.find((each) => each.id === id);
    if (waiting) (waiting.parts[name] ??= []).push(...items);
  }

  /** @param {{id: number, result?: any, error?: any}} message */
  #answered({ id, result, error }) {
    const waiting = this.#waiting.find((each) => each.id === id);
    if (!waiting) return;
    if (error?.code === "worker-lost") return this.#lost(error);
    clearTimeout(this.#watchdog);
    this.#resting = true;
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
    this.#status.since = null;
    if (error) waiting.reject(new EngineError(error.code, error.message, { data: error.data }));
    else waiting.resolve(joined(result, waiting.parts));
    this.#next();
  }

  /** A match that may run long begins, or ends: nothing inside can stop it. @param {{checking: number, seconds: number}} message */
  #checking({ checking, seconds }) {
    clearTimeout(this.#overdue);
    if (checking) this.#overdue = setTimeout(() => this.#stopMatch(checking), 1000 * seconds);
  }

  /** Another worker is asked the same without this match. @param {number} number */
  #stopMatch(number) {
    const running = this.#waiting.find((each) => each.sent);
    if (running) this.#stopped.set(number, running.seconds);
    if (!running || running.unheard) return this.#restartWithout(running, new EngineError("superseded", "Nobody waits for it."));
    running.stops += 1;
    return this.#start(this.#status.kind === "plain");
  }

  /** The matches that a request is to leave out. @param {Waiting} asked */
  #skipped({ stops, seconds }) {
    if (stops > STOPPED) return [ALL];
    return [...this.#stopped].filter(([, chosen]) => chosen === seconds).map(([number]) => number);
  }

  /** @param {string} slot */
  #supersede(slot) {
    for (const each of this.#waiting.filter((other) => other.slot === slot)) {
      this.#drop(each, "superseded", "A newer request took its place.");
    }
  }

  /** Rejects a request at once. One that already runs keeps its place, unheard, until the worker is through with it. */
  #drop(/** @type {Waiting} */ waiting, /** @type {string} */ code, /** @type {string} */ message) {
    if (!this.#waiting.includes(waiting)) return;
    waiting.reject(new EngineError(code, message));
    if (!waiting.sent) this.#waiting = this.#waiting.filter((each) => each !== waiting);
    else this.#hurry(waiting);
  }

  /** @param {Waiting} waiting */
  #hurry(waiting) {
    waiting.slot = null;
    waiting.unheard = true;
    this.#watch(SUPERSEDED_LIMIT, () => this.#restartWithout(waiting, new EngineError("superseded", "A newer request took its place.")));
  }

  /** @param {number} limit @param {() => void} late */
  #watch(limit, late) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(late, limit);
  }

  /** @param {Partial<Status>} change */
  #tell(change) {
    this.#status = { ...this.#status, running: this.#waiting.length, ...change };
    this.#listener(this.#status);
  }
}

/** A result with the lists whole whose other parts came ahead. @param {any} result @param {Record<string, any[]>} parts */
function joined(result, parts) {
  const names = Object.keys(parts);
  return names.length ? { ...result, ...Object.fromEntries(names.map((name) => [name, [...result[name], ...parts[name]]])) } : result;
}

/** A promise with its ends in hand; one that was never settled goes on with the next. */
function settled(/** @type {any} */ before = null) {
  /** @type {any} */
  const ends = {};
  ends.promise = new Promise((resolve, reject) => Object.assign(ends, { resolve, reject }));
  ends.promise.catch(() => {});
  before?.resolve(ends.promise);
  return ends;
}
