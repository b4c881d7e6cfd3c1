/**
 * A case: documents, view and what was chosen in it, as links, drafts and files carry it.
 *
 * @typedef {{documents: {name: string, text: string}[], view: string, options: Record<string, any>}} Case in the shape of
 *   `schemas/share/state.json`
 */

/** What the names of such files end in. */
export const SUFFIX = ".hopscope.json";
const VERSION = 1;

/** The case that a state stands for. @param {import("../store.js").State} state @param {{name: string, text: string}[]} documents */
export function caseOf(state, documents) {
  const { indent, sort, repair, unwrap, formats, as } = state.options;
  const call = state.call !== null && state.call !== (state.trace?.verdict.call ?? null) ? { call: state.call } : {};
  const language = state.chosen ? { language: state.chosen } : {};
  const asked = state.query?.path ? { path: state.query.path } : {};
  const options = { indent, sort_keys: sort, repair, unwrap, formats, as, ...sidesOf(state), ...call, ...asked, ...language };
  return { documents, view: state.view, options };
}

/** Which documents are held against each other, as indexes; two views ask for it. */
function sidesOf({ view, compared, sides, documents }) {
  const at = (name) => documents.findIndex((entry) => entry.name === name);
  const [left, right] = view === "validate" ? [sides?.schema, sides?.instance] : [compared?.left, compared?.right];
  return Object.fromEntries(Object.entries({ left: at(left), right: at(right) }).filter(([, index]) => index >= 0));
}

/**
 * What a case sets in the state beside its documents.
 * @param {Case} given with any option left out
 * @param {string[]} views those that are there
 * @param {{options: Record<string, any>, query: import("../query.js").Asked}} usual options and JSONPath line as they begin
 */
export function stateOf({ documents, view, options: { sort_keys: sort, left, right, call, path, ...rest } }, views, usual) {
  const names = [documents[left]?.name, documents[right]?.name];
  const pair = names.every(Boolean) && names[0] !== names[1] ? names : null;
  return {
    view: views.includes(view) ? view : "trace",
    options: known({ sort, ...rest }, usual.options),
    compared: names.some(Boolean) ? { left: names[0] ?? null, right: names[1] ?? null } : null,
    sides: pair && view === "validate" ? { schema: pair[0], instance: pair[1] } : null,
    wanted: Number.isInteger(call) && call >= 0 ? call : null,
    query: typeof path === "string" && path ? { ...usual.query, path } : null,
  };
}

/** The options that the views have, each as given where it is of its type. */
const known = (options, usual) =>
  Object.fromEntries(
    Object.entries(usual).map(([key, value]) => [key, typeof options[key] === typeof value ? options[key] : value]),
  );

/** The text of a case's file. @param {Case} given */
export const toFile = (given) => JSON.stringify({ hopscope: VERSION, ...given }, null, 2);

/**
 * The case in a file's text; null where it is none.
 * @param {string} text
 * @returns {Case | null}
 */
export function fromFile(text) {
  try {
    const { documents, view, options } = JSON.parse(text);
    if (!documents.length || !documents.every(isDocument)) return null;
    return { documents: documents.map(({ name, text: its }) => ({ name, text: its })), view, options: options ?? {} };
  } catch {
    return null;
  }
}

const isDocument = (each) => typeof each?.name === "string" && typeof each?.text === "string";
