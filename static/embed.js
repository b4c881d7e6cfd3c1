/**
 * The door for a page that holds this one in a frame: messages in, answers out. Only the page's own origin and those that
 * its host has listed in `<meta name="hopscope-embedders" content="https://one.example">` are heard; all others get no answer.
 */

/** Requests of one embedder that may be under way at once. */
const MOST = 8;
const DOCUMENTS = 50;

/** @typedef {{code: string, message: string}} Coded */

/**
 * The origins that may embed: the page's own and those that are listed, each as a browser writes it.
 * @param {string} own @param {string} listed  separated by blanks
 */
export function embedders(own, listed) {
  const origins = listed.split(/\s+/).filter((each) => originOf(each) === each);
  return new Set([own, ...origins].filter((each) => /^https?:/.test(each)));
}

/** @param {string} address */
function originOf(address) {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}

/**
 * @param {Set<string>} origins
 * @param {{ready: () => Promise<any>, request: (method: string, params: object) => Promise<any>,
 *   open: (documents: {name: string, text: string}[], view?: string) => Promise<any>}} door
 */
export function listenEmbedder(origins, door) {
  let running = 0;
  /** @type {Record<string, (message: any) => Promise<any>>} */
  const served = {
    ready: () => door.ready(),
    request: ({ method, params }) => door.request(text(method), object(params)),
    open: ({ documents, view }) => door.open(list(documents), view === undefined ? undefined : text(view)),
  };
  addEventListener("message", async ({ data, origin, source }) => {
    const asked = data?.hopscope === 1 && Object.hasOwn(served, data.ask);
    if (!asked || window.parent === window || source !== window.parent || !origins.has(origin)) return;
    const answer = (told) => window.parent.postMessage({ hopscope: 1, id: data.id ?? null, ...told }, origin);
    const work = data.ask !== "ready";
    if (work && running >= MOST) return answer({ error: { code: "busy", message: `${MOST} requests are under way.` } });
    running += work ? 1 : 0;
    try {
      answer({ result: (await served[data.ask](data)) ?? null });
    } catch (error) {
      answer({ error: { code: error.code ?? "bad-request", message: error.message } });
    } finally {
      running -= work ? 1 : 0;
    }
  });
}

/** @param {unknown} value @returns {string} */
function text(value) {
  if (typeof value !== "string") throw new TypeError("A text was expected.");
  return value;
}

/** @param {unknown} value @returns {object} */
function object(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("An object was expected.");
  return value;
}

/** @param {unknown} value */
function list(value) {
  if (!Array.isArray(value) || value.length > DOCUMENTS) throw new TypeError(`A list of at most ${DOCUMENTS} documents was expected.`);
  return value.map((each) => ({ name: text(object(each).name), text: text(object(each).text) }));
}
