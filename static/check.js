/**
 * Checking as one types: the latest text wins, and no result stays for a text it was not made from.
 */

/** Most checks end within this time; only a longer wait is shown. */
const BLINK = 150;

/**
 * How long to wait for the next key: longer for texts whose joining and sending costs more.
 * @param {number} characters
 */
const pause = (characters) => (characters < 2e5 ? 40 : characters < 2e6 ? 150 : 400);

/** A long answer was just read; what the reader types may come before it is drawn. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {object} parts
 * @param {() => number} parts.measure characters in all documents; 0 when there is nothing to check
 * @param {(partly: (trace: object) => void) => Promise<void>} parts.ahead tells what is known of a part of them before; what
 *   it was called for may be over when it is done
 * @param {() => Promise<object>} parts.ask the engine's answer for the documents as they are now
 * @param {(patch: object) => void} parts.show told phase, result, wait
 * @returns {{changed: () => void, again: () => void}} after a key, and after a change that needs no waiting for more
 */
export function createCheck({ measure, ahead, ask, show }) {
  let revision = 0;
  let waiting = false;
  let timer = 0;
  let patience = 0;
  let part = false;

  const settle = (patch) => {
    clearTimeout(patience);
    waiting = part = false;
    show(patch);
  };

  const wait = () => {
    if (waiting) return;
    waiting = true;
    const since = performance.now();
    show({ phase: "stale", since, error: null });
    patience = setTimeout(() => show({ phase: "checking", trace: null }), BLINK);
  };

  /** The answer for a part, while the whole is awaited. */
  const partly = (mine) => (trace) => {
    if (mine !== revision) return;
    part = true;
    clearTimeout(patience);
    show({ phase: "partly", trace });
  };

  /** It is put away like any result for an older text. */
  const dropPart = () => {
    if (part) show({ phase: "checking", trace: null });
    part = false;
  };

  const run = async () => {
    const mine = revision;
    const began = performance.now();
    try {
      await ahead(partly(mine));
      if (mine !== revision) return; // what is asked now would take the place of the newer text's request
      const trace = await ask();
      await turn();
      if (mine === revision) settle({ phase: "fresh", trace, took: performance.now() - began });
    } catch (error) {
      if (mine === revision && error.code !== "superseded") settle({ phase: "error", error, trace: null });
    }
  };

  const changed = (/** @type {number} ms, 0 for at once */ delay) => {
    const chars = measure();
    revision += 1;
    clearTimeout(timer);
    dropPart();
    if (chars === 0) return settle({ phase: "empty", trace: null, error: null, chars });
    wait();
    if (delay) timer = setTimeout(run, delay);
    else run();
  };

  return { changed: () => changed(pause(measure())), again: () => changed(0) };
}
