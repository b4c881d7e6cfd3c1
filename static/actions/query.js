/**
 * The JSONPath line: opening it, typing in it, going through what it finds.
 */

/** @param {import("./index.js").Handed} parts */
export function queryActions({ store, query, choice, cases, page }) {
  const choose = (index) => {
    query.set({ at: index });
    choice.place(store.get().query.matches[index].at, false);
  };
  return {
    openQuery: () => {
      store.set({ pane: "text", query: store.get().query ?? page.asked });
      // At once, not with the next frame: the next key is meant for the line already.
      queueMicrotask(() => document.getElementById("path")?.focus());
    },
    closeQuery: () => {
      store.set({ query: null });
      document.querySelector("#tabs [aria-pressed]")?.focus();
    },
    queryPath: (path) => {
      query.path(path);
      cases.looked();
    },
    chooseMatch: choose,
    stepMatch(by) {
      const { matches, at } = store.get().query;
      if (matches?.length) choose(((at ?? (by > 0 ? -1 : 0)) + by + matches.length) % matches.length);
    },
  };
}
