// Starts the engine at once, in a script of its own: the page's is long, and is run while Python comes.

import { connect } from "./rpc.js";

/** The page holds back for a worker's start for so long, ms. */
const PATIENCE = 200;

const engine = connect({ plain: new URLSearchParams(location.search).get("start") === "plain" });
/** For the page's script. */
/** @type {any} */ (globalThis).hopscopeEngine = engine;

const page = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=modulepreload]"));
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
if (page) Promise.race([engine.spawned, patience]).then(() => import(page.href));
