/**
 * Drafts: the cases one worked on, kept in this browser alone, so that neither a reload nor a crash costs a text.
 *
 * @typedef {{id: string, saved: number, case: import("./case.js").Case}} Draft saved is ms since 1970
 * @typedef {"on" | "off" | "full" | "large" | "refused"} Keeping whether texts are kept: as wanted, not by choice, for lack of
 *   room, since the present one is too long, or because the browser allows no storage
 */

import { carriedOver } from "./tab.js";

const NAME = "hopscope";
const STORE = "drafts";
const OFF = "hopscope.drafts";
const TAB = "hopscope.draft";
/** So many are kept; an older one gives way. */
const MOST = 10;
/** A storage that does not answer for so long counts as refused, ms. */
const PATIENCE = 2000;

/** One request, or transaction, of the database as a promise. */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = request.oncomplete = () => resolve(request.result);
    request.onerror = request.onabort = () => reject(request.error ?? new Error("aborted"));
  });

function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE));
  return Promise.race([done(request), late]);
}

/** Where this tab remembers which draft is its own; without storage it forgets. */
function remembered() {
  try {
    return sessionStorage.getItem(TAB);
  } catch {
    return null;
  }
}

function remember(id) {
  try {
    sessionStorage.setItem(TAB, id);
  } catch {
    // The draft is found in the list all the same.
  }
}

/**
 * The draft as it is when the page is left: a database may not get to it in time. One that is too long is not carried.
 * @type {ReturnType<typeof carriedOver<Draft>>}
 */
const left = carriedOver("hopscope.left");

function chosen() {
  try {
    return localStorage.getItem(OFF) !== "off";
  } catch {
    return true;
  }
}

function choose(on) {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "off");
  } catch {
    // Where nothing can be stored nothing is kept either.
  }
}

export class Drafts {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  #id = "";
  #held = new Set();
  /** Those that are kept, as far as this tab knows: reading their texts with each change would hold up who types. @type {Draft[]} */
  #known = [];

  /** @param {(patch: {keeping?: Keeping, drafts?: Draft[]}) => void} told */
  constructor(told) {
    this.told = told;
    this.on = chosen();
  }

  /** This tab's own draft from before the reload, and the list of all. @returns {Promise<Draft | null>} */
  async begin() {
    const before = remembered();
    this.told({ keeping: this.on ? "on" : "off" });
    this.#id = before ?? "";
    const last = left.take();
    const kept = (await this.list()).find(({ id }) => id === before) ?? null;
    const own = this.on && last?.id === before && !(kept?.saved > last.saved) ? last : kept;
    await (own ? this.resume(own) : this.fresh());
    if (own && own === last) this.keep(own.case);
    return own;
  }

  /** What is kept next is another case: the draft that was written last stays as it is. */
  async fresh() {
    this.#id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    await this.#claim(this.#id);
  }

  /** Go on with a draft of the list; where another tab has it, with a copy. @param {Draft} draft */
  async resume({ id }) {
    if (!(await this.#claim(id))) return this.fresh();
    this.#id = id;
    remember(id);
  }

  /** Whether there may be a draft of this tab's own, told without waiting. */
  get expected() {
    return this.on && remembered() !== null;
  }

  /** Whether no other living tab has this draft; from then on it is this one's. */
  async #claim(id) {
    const free = this.#held.has(id) || (await locked(id));
    if (free) this.#held.add(id);
    return free;
  }

  /** All drafts, the newest first, read anew: other tabs keep theirs beside these. @returns {Promise<Draft[]>} */
  async list() {
    const all = (await this.#run("readonly", (store) => store.getAll())) ?? [];
    return this.#know(all.sort((one, other) => other.saved - one.saved));
  }

  /** @param {Draft[]} drafts */
  #know(drafts) {
    this.#known = drafts;
    this.told({ drafts });
    return drafts;
  }

  /** Keep a case as this tab's draft. @param {import("./case.js").Case} given */
  async keep(given) {
    if (!this.on) return;
    const draft = this.#draft(given);
    remember(draft.id);
    const kept = await this.#run("readwrite", (store) => store.put(draft));
    if (kept === undefined) return;
    const all = this.#know([draft, ...this.#known.filter(({ id }) => id !== draft.id)]);
    for (const { id } of all.slice(MOST)) await this.remove(id);
    if (this.on) this.told({ keeping: "on" });
  }

  /**
   * The page is left now, and nothing that takes time is sure to be done.
   * @param {import("./case.js").Case | null} given null where it is nobody's work, or too long
   */
  leave(given) {
    if (!this.on || !given) return void left.take();
    remember(this.#id);
    left.put(this.#draft(given));
  }

  #draft(given) {
    return { id: this.#id, saved: Date.now(), case: given };
  }

  /** The present text is too long to be kept. */
  refuse() {
    if (this.on) this.told({ keeping: "large" });
  }

  async remove(id) {
    left.take();
    await this.#run("readwrite", (store) => store.delete(id));
    this.#know(this.#known.filter((draft) => draft.id !== id));
  }

  /** Forget this tab's own draft: its text was cleared away. */
  async drop() {
    if (remembered() === this.#id) await this.remove(this.#id);
  }

  async clear() {
    left.take();
    await this.#run("readwrite", (store) => store.clear());
    this.#know([]);
  }

  /** Whether texts are to be kept from now on; turning it off forgets those that were. @param {boolean} on */
  async turn(on) {
    this.on = on;
    choose(on);
    this.told({ keeping: on ? "on" : "off" });
    if (!on) await this.clear();
  }

  /** Run one request; what storage refuses is told, and gives undefined. */
  async #run(mode, act) {
    try {
      this.#database ??= open();
      const transaction = (await this.#database).transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      if (mode === "readonly") return await done(request);
      transaction.commit?.();
      await done(transaction);
      return null;
    } catch (error) {
      this.#database = null;
      this.told({ keeping: this.on ? (error?.name === "QuotaExceededError" ? "full" : "refused") : "off" });
      return undefined;
    }
  }
}

/** Hold a draft for this tab as long as the tab lives; false where another one does. */
function locked(id) {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    const hold = (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    };
    navigator.locks.request(`hopscope.draft.${id}`, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}
