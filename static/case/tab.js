/**
 * A value that this tab keeps for its next page, as over a reload: it is there once.
 * @template T
 * @param {string} key
 */
export const carriedOver = (key) => ({
  /** @param {T} value @returns {boolean} whether it is kept; what was kept before is not */
  put(value) {
    try {
      sessionStorage.removeItem(key);
      sessionStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
  /** @returns {T | null} */
  take() {
    try {
      const kept = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return kept && JSON.parse(kept);
    } catch {
      return null;
    }
  },
});
