/**
 * Drawing in pieces, so that keys and frames come between: what takes longer than a moment is gone on with in a later frame.
 */

/** So long is drawn at a stretch, ms; a piece that was begun is ended. */
const STRETCH = 8;
/** A page out of sight has no frames, and goes on after so long, ms. */
const FRAMELESS = 200;

/** The frame that is due comes first. @param {() => void} go */
function later(go) {
  let gone = false;
  const once = () => {
    if (!gone) go();
    gone = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, FRAMELESS);
}

/**
 * @template S
 * @param {((state: S) => boolean | void)[]} pieces each draws its part of a state, and what is drawn already costs it
 *   nothing; true where more of it is to be drawn, after all others
 * @param {(state: S, done: boolean) => void} told after each stretch
 * @returns {(state: S, whole: boolean) => void} draws a state in place of any that is under way; whole: at one stretch,
 *   however long that takes
 */
export function inPieces(pieces, told) {
  /** @type {S} */
  let state;
  /** @type {((state: S) => boolean | void)[]} */
  let queue = [];
  let waiting = false;

  const draw = (/** @type {number} */ until) => {
    do {
      const piece = queue.shift();
      if (piece?.(state)) queue.push(piece);
    } while (queue.length && performance.now() < until);
    told(state, queue.length === 0);
    if (queue.length === 0 || waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      if (queue.length) draw(performance.now() + STRETCH);
    });
  };

  return (now, whole) => {
    state = now;
    queue = [...pieces];
    draw(whole ? Infinity : performance.now() + STRETCH);
  };
}
