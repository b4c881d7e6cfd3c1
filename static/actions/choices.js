/**
 * Choosing calls, hops, findings and places, and moving between panes.
 */

/** @typedef {import("./index.js").Handed} Handed */

/** @param {Handed} parts */
export function choiceActions({ store, choice, select }) {
  return {
    chooseCall: (index) => choice.call(index),
    chooseHop: (hop) => choice.hop(hop),
    chooseFinding: (index) => choice.finding(index),
    chooseCause: () => choice.cause(),
    showCall: () => choice.showCall(),
    showPlace: (place) => {
      store.set({ whole: false });
      choice.place(place);
    },
    stepFinding: (by) => choice.step(by),
    position: () => select.listed(store.get()).findIndex(({ index }) => index === store.get().finding),
    filter: (patch) => store.set({ filter: { ...store.get().filter, ...patch } }),
    toggleAll: () => store.set({ all: !store.get().all }),
    tab: (tab) => store.set({ tab }),
    toPane: (pane) => store.set({ pane }),
  };
}
