/**
 * The address bar: it carries the case while that is short and holds no secret, and never leads to another text than
 * the one that is there.
 */

/** Longest text that is tried, and longest fragment that is put into the address, in characters. */
const TEXT_MOST = 20_000;
const FRAGMENT_MOST = 2000;
/** How long a case has to stand still, ms: browsers allow few changes of the address in a row. */
const STILL = 800;

/**
 * @typedef {"followed" | "long" | "secret" | "foreign" | null} Followed whether the address carries the case; else why not
 *
 * @param {object} parts
 * @param {() => import("./case.js").Case} parts.now
 * @param {(given: import("./case.js").Case) => Promise<{fragment: string, secrets: object[]}>} parts.write
 * @param {(hash: string) => boolean} parts.ours whether a hash is a link's
 * @param {(followed: Followed) => void} parts.told
 */
export function createAddress({ now, write, ours, told }) {
  let timer = 0;
  let round = 0;

  /** Whether the address was written here, and is no link that someone opened. */
  const own = () => Boolean(history.state?.own);
  const foreign = () => location.hash !== "" && !ours(location.hash);

  const set = (fragment) => {
    const hash = fragment ? `#${fragment}` : "";
    if (hash === location.hash) return;
    try {
      history.replaceState({ ...history.state, own: true }, "", location.pathname + location.search + hash);
    } catch {
      // The browser allows no more changes for now; the next one is seen again.
    }
  };

  const follow = async (mine) => {
    const given = now();
    const chars = given.documents.reduce((sum, { text }) => sum + text.length, 0);
    if (chars === 0 || chars > TEXT_MOST) return told(chars ? "long" : null);
    try {
      const { fragment, secrets } = await write(given);
      if (mine !== round) return;
      const fits = !secrets.length && fragment && fragment.length <= FRAGMENT_MOST;
      set(fits ? fragment : "");
      told(secrets.length ? "secret" : fits ? "followed" : "long");
    } catch {
      // Another request took its place, or there is no engine: the address stays bare.
    }
  };

  return {
    own,
    /** The case is another now: what the address says of it is taken back at once, and said anew when it stands still. */
    changed() {
      round += 1;
      clearTimeout(timer);
      if (foreign()) return told("foreign");
      if (own() || location.hash === "") set("");
      told(null);
    },
    /** The case as it is now may go into the address. */
    settled() {
      if (foreign() || (location.hash !== "" && !own())) return;
      const mine = (round += 1);
      clearTimeout(timer);
      timer = setTimeout(() => follow(mine), STILL);
    },
    /** Another view is one step forward, with the same text. */
    step(view) {
      history.pushState({ ...history.state, view }, "", location.href);
    },
    /** Leave an opened link one step behind, as an edit makes another case of it. */
    leave(view) {
      history.pushState({ view, own: true }, "", location.pathname + location.search);
    },
  };
}
