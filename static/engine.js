// Starts the engine at once, in a script of its own: the page's is long, and is run while Python comes.

import { connect } from "./rpc.js";

/** The page's script holds back for so long, ms: a worker's thread is started by the thread that the script would keep busy. */
const PATIENCE = 500;

const engine = connect({ plain: new URLSearchParams(location.search).get("start") === "plain" });
/** What the page's script can do for others, once it has run. @type {{documents: () => object[], open: (list: object[]) => Promise<void>} | null} */
let shown = null;
/** @type {(page: any) => void} */
let arrived;
const arriving = new Promise((resolve) => {
  arrived = resolve;
});
arriving.then((given) => {
  shown = given;
});

/** For the page's script. */
/** @type {any} */ (globalThis).hopscopeStart = { engine, arrived: (/** @type {any} */ given) => arrived(given) };

/** For tests and whoever embeds the page: there when the document is loaded, as the engine may be asked before the page is drawn. */
Object.defineProperty(globalThis, "hopscope", {
  value: {
    get ready() {
      return engine.ready;
    },
    request: (/** @type {[string, object, object?]} */ ...asked) => engine.request(...asked),
    documents: () => shown?.documents() ?? [],
    open: async (/** @type {object[]} */ list) => (await arriving).open(list),
  },
});

const page = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=modulepreload]"));
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
if (page) Promise.race([engine.heard, patience]).then(() => import(page.href));
