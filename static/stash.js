/**
 * Texts carried over one reload of the page in this tab, as when a newer version is taken.
 */
const KEY = "hopscope.stash";

/**
 * @param {{name: string, text: string}[]} documents
 * @returns {boolean} whether they are kept
 */
export function stash(documents) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(documents));
    return true;
  } catch {
    return false;
  }
}

/** The texts kept before the reload, once. @returns {{name: string, text: string}[] | null} */
export function unstash() {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept && JSON.parse(kept);
  } catch {
    return null;
  }
}
