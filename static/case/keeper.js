/**
 * When drafts are written: soon after each change, at once before the page or the case is left.
 */

/** How long a text has to stand still before it is kept, ms: longer for texts whose joining costs more. */
const pause = (characters) => (characters < 2e6 ? 400 : 2000);
/** A longer case is not kept: writing it would hold up who works with it, and it came from a file. */
const MOST = 8e6;

/** Longest case that is carried to this tab's next page besides, in characters: the store for that is small. */
const CARRIED = 1e6;

/**
 * @param {object} parts
 * @param {import("./drafts.js").Drafts} parts.drafts
 * @param {() => import("./case.js").Case} parts.now
 * @param {() => number} parts.chars characters in the case; 0 when there is nothing to keep
 */
export function createKeeper({ drafts, now, chars }) {
  let timer = 0;
  let pending = false;
  /** Whether the case is somebody's work, and not just a story or a link that was opened. */
  let worked = false;

  const flush = () => {
    clearTimeout(timer);
    if (!pending) return;
    pending = false;
    if (chars() > MOST) drafts.refuse();
    else if (chars()) drafts.keep(now());
    else drafts.drop();
  };

  const changed = () => {
    pending = worked = true;
    clearTimeout(timer);
    timer = setTimeout(flush, pause(chars()));
  };

  return {
    flush,
    changed,
    /** Another view or choice: worth keeping where the text is. */
    looked: () => worked && changed(),
    /** The page is left: by a reload, or for good. */
    leaving() {
      flush();
      drafts.leave(worked && chars() && chars() < CARRIED ? now() : null);
    },
    /** A draft goes on. */
    resumed() {
      worked = true;
    },
    /**
     * Another case takes the place of this one, which stays as a draft.
     * @param {boolean} [apart] whether it was typed while the other was awaited: a draft that was there before stays beside it
     */
    leave(apart = false) {
      if (apart) drafts.fresh();
      pending ||= apart;
      flush();
      worked = false;
      drafts.fresh();
    },
    /** The text was cleared away on purpose, and its draft goes with it. */
    forget() {
      clearTimeout(timer);
      pending = worked = false;
      drafts.drop();
    },
  };
}
