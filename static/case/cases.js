/**
 * The case at hand as one thing: taken out for links, drafts and files, and put in from them.
 */
import { caseOf, stateOf } from "./case.js";

/**
 * @param {object} parts
 * @param {{get: () => any, set: (patch: object) => void}} parts.store
 * @param {any} parts.documents
 * @param {any} parts.keeper
 * @param {any} parts.address
 * @param {string[]} parts.views
 * @param {(tag: string) => void} parts.speak
 * @param {{options: object, query: object}} parts.usual options and JSONPath line as they begin
 */
export function createCases({ store, documents, keeper, address, views, usual, speak }) {
  /** The address names the link that was opened; another text leaves that behind, one step back. */
  const another = () => {
    if (store.get().linked) address.leave(store.get().view);
    else address.changed();
    store.set({ linked: false });
  };
  /** Whether something was typed while a link or a draft was being opened. */
  let typed = false;
  const changed = () => {
    another();
    keeper.changed();
  };
  return {
    now: () => caseOf(store.get(), documents.all()),
    /** What is there now stays as a draft, whatever comes next. */
    leave: () => keeper.leave(),
    /** A person changed the case: it is a draft from now on, and the address has to follow. */
    changed() {
      const { opening } = store.get();
      if (!opening) changed();
      else typed ||= opening !== "case";
    },
    /** Nothing comes in the place of what is there; what was typed meanwhile is a draft of its own. @param {object} [more] state */
    stayed(more = {}) {
      store.set({ opening: null, ...more });
      if (!typed) return;
      typed = false;
      keeper.leave();
      changed();
    },
    /** Another view, or another choice in it: the text is the same. */
    looked: () => keeper.looked(),
    /**
     * Put a case in the place of the one that is there. It is nobody's work yet, so it becomes a draft with the first
     * change only.
     * @param {import("./case.js").Case} given
     * @param {{linked?: boolean, own?: boolean, kept?: boolean}} [from] an opened link, the address that this page wrote
     *   itself, a draft that goes on
     */
    present({ documents: texts, view = "trace", options = {} }, { linked = false, own = false, kept = false } = {}) {
      if (kept) keeper.resumed();
      else keeper.leave(typed);
      typed = false;
      if (!linked && !own) another();
      store.set({ opening: "case", ...stateOf({ documents: texts, view, options }, views, usual) });
      if (!store.get().chosen && options.language) speak(options.language);
      documents.open(texts);
      const chosen = linked || own || kept || view !== "trace";
      store.set({ opening: null, linked, undecided: !chosen });
    },
  };
}
