// Where the worker comes from: its script, and the runtime's files that it starts with.

import { bytes, isSingle, located } from "../files.js";

/** How long the address of a worker's script stays good, ms: a slow start may read it late. */
const KEPT = 30_000;

/** @type {Promise<Blob> | null} */
let script = null;

/** The worker's script, read once for all workers of the page. @returns {Promise<Blob>} */
function workerScript() {
  const asBlob = (/** @type {any} */ content) => new Blob([content], { type: "text/javascript" });
  script ??= bytes(located({ url: HOPSCOPE_BOOT.worker, size: 0 }), () => {}).then(asBlob);
  script.catch(() => {
    script = null;
  });
  return script;
}

/**
 * A new worker. Its script is a blob, which keeps to the page's policy; one fetched from an address of its own would not.
 * @param {() => boolean} wanted  whether it is still wanted once the script is there
 * @returns {Promise<Worker | null>}
 */
export async function employed(wanted) {
  const source = await workerScript();
  const url = await (isSingle() ? written(source) : URL.createObjectURL(source));
  const worker = wanted() ? new Worker(trusted(url), { type: "module" }) : null;
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
  return worker;
}

/**
 * The script written out as its own address, which keeps to the page's policy too: a page from a disk has no origin, and
 * browsers run no modules from blobs of such a page.
 * @param {Blob} source @returns {Promise<string>}
 */
function written(source) {
  const reader = new FileReader();
  reader.readAsDataURL(source);
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
  });
}

/** @type {{createScriptURL: (url: string) => any} | null} */
let policy = null;

/** @param {string} url */
function trusted(url) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  policy ??= types?.createPolicy("hopscope-worker", { createScriptURL: onlyOwn }) ?? { createScriptURL: onlyOwn };
  return /** @type {any} */ (policy).createScriptURL(url);
}

/** @param {string} url */
function onlyOwn(url) {
  const own = isSingle() ? "data:text/javascript;" : "blob:";
  if (!url.startsWith(own)) throw new TypeError("a worker starts from what the page holds only");
  return url;
}

/** What a worker starts with; it is sent no more than the start at hand reads. @param {boolean} plain */
export function bootFrom(plain) {
  const { wasm, snapshot, library, wheels } = HOPSCOPE_BOOT;
  const files = plain ? { library: located(library), wheels: wheels.map(located) } : { snapshot: located(snapshot) };
  return { plain, wasm: located(wasm), ...files };
}
