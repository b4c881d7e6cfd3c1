// Whether a worker lives: it holds a lock for as long as it does, and however it ends, the browser gives the lock on at once.

const { locks } = navigator;

/**
 * The worker's end: holds the lock until the worker ends.
 * @param {string} name @param {() => void} held  called once it is held, which some origins never grant
 */
export function live(name, held) {
  const forever = () => new Promise(held);
  locks?.request(name, forever).catch(() => {});
}

/** The page's end of one worker's life. */
export class Life {
  #watch = new AbortController();
  /** Whether its end will be told. */
  watched = false;
  /** @type {string | null} */ name = locks ? `worker ${crypto.randomUUID()}` : null;

  /**
   * Watches a worker that says that it holds the lock. One of another origin than the page holds it where the page
   * sees nothing of it; such a worker is not watched, as its lock would seem to be free.
   * @param {() => void} ended
   */
  async watch(ended) {
    const { signal } = this.#watch;
    const name = /** @type {string} */ (this.name);
    const free = await locks.request(name, { ifAvailable: true }, Boolean).catch(() => true);
    this.watched = !free;
    if (this.watched) locks.request(name, { signal }, () => signal.aborted || ended()).catch(() => {});
  }

  /** Nobody wants to know any more. */
  leave() {
    this.#watch.abort();
  }
}
