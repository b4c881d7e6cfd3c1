// The worker that owns Python: it starts the interpreter, then answers one request after the other.
//
// Page → worker: {start: Boot, life} (life: the name of a lock to hold, or null),
//                {id, method, params, skip, seconds} (skip: numbers of matches to leave out, seconds: for one check).
// Worker → page: {status: {stage, done, total}}, {ready: {start, parts}}, {fatal: {code, message, stage, plain}} (plain: that
//                start does without what failed),
//                {living: true} (it holds the lock until it ends),
//                {taken: id} (a request has come; whatever follows may take long),
//                {checking, seconds} (a match that may run long begins; 0: it has ended),
//                {id, part: {name, items}} (some of a long list of the result that follows),
//                {id, result}, {id, error: {code, message, data}}, {rested: id} (the memory is tidied up behind an answer),
//                {late: [module names]}.

import { loadPyodide } from "pyodide";
import createPython from "pyodide/pyodide.asm.mjs";
import { bytes, stream } from "./files.js";
import { unpack } from "./image.js";
import { forgetMade, keepMade, keptOf } from "./kept.js";
import { live } from "./life.js";
import { pattern } from "./patterns.js";
import { CodedError, lift, settle } from "./wire.js";

/**
 * @typedef {import("./files.js").File} File
 * @typedef {File & {raw: number, memory: number, base: number}} Image  its size when inflated, that of the memory it belongs into,
 *   and how many bytes the machine code lays out, of which the image holds the difference only
 * @typedef {{plain: boolean, wasm: File, snapshot: Image, library: File, wheels: File[]}} Boot
 */

const EMPTY_INDEX = { info: HOPSCOPE_PLATFORM, packages: {} };
/** The end record of a ZIP archive without members: a restored image needs no standard library beside it. */
const EMPTY_ARCHIVE = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
const PAGE = 65_536;
const BYTES_BEYOND = 65_536;
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Long lists of a result come ahead of it in parts, since reading a message holds the page up.
 * @typedef {(name: string, items: any[]) => void} Ahead
 */

/** @type {Promise<{handle: (request: string, texts: string[], ahead?: Ahead) => [string, ...string[]], rest: () => void} | null> | null} */
let engine = null;
let stage = "fetch";
/** @type {Record<string, number>} */
const parts = {};

self.onmessage = ({ data }) => {
  if (data.life) live(data.life, () => postMessage({ living: true }));
  if (data.start) engine = begin(data.start);
  else answer(data);
};

/** @param {Boot} boot */
async function begin(boot) {
  try {
    const began = performance.now();
    requireWebAssembly();
    const python = await (boot.plain ? plainStart(boot) : snapshotStart(boot));
    const door = await timed("first-call", () => opened(python));
    postMessage({ ready: { start: boot.plain ? "plain" : "snapshot", total: performance.now() - began, parts } });
    return door;
  } catch (error) {
    postMessage({ fatal: told(error) });
    return null;
  }
}

/** @param {any} error */
function told(error) {
  return { code: codeOf(error), message: String(error?.message ?? error).slice(0, 2000), stage, plain: error?.plain === true };
}

/** @param {any} error */
function codeOf(error) {
  if (error instanceof CodedError) return error.code;
  if (error instanceof RangeError || /out of memory|could not allocate/i.test(String(error))) return "out-of-memory";
  return error instanceof WebAssembly.CompileError ? "files-differ" : "start-failed";
}

function requireWebAssembly() {
  if (typeof WebAssembly !== "object" || typeof WebAssembly.compileStreaming !== "function") {
    throw new CodedError("no-webassembly", "WebAssembly is not available");
  }
}

/** @template T @param {string} name @param {() => T | Promise<T>} work @returns {Promise<T>} */
async function timed(name, work) {
  stage = name;
  postMessage({ status: { stage, done: null, total: null } });
  const began = performance.now();
  const result = await work();
  parts[name] = performance.now() - began;
  return result;
}

/** @param {Boot} boot */
async function snapshotStart(boot) {
  const progress = counter(boot.wasm.size + boot.snapshot.size);
  const image = imageOf(boot.snapshot, progress).catch(survivable);
  const [code, found] = await timed("fetch", () => Promise.all([machine(boot, progress), image]));
  const python = await timed("restore", () => interpreter(code, EMPTY_ARCHIVE, found).catch(given(forgetMade)).catch(survivable));
  keepMade([{ url: found.url, made: found.zipped && found.content }, { url: code.url, made: code.inflated }]);
  return python;
}

/**
 * The image as an earlier visit has kept it, or as it comes from the host.
 * @param {Image} image @param {(length: number) => void} progress
 */
async function imageOf(image, progress) {
  const kept = new Uint8Array((await (await keptOf(image.url))?.arrayBuffer()) ?? 0);
  if (kept.length === image.raw) progress(image.size);
  return kept.length === image.raw
    ? { ...image, content: kept, zipped: null }
    : { ...image, content: new Uint8Array(image.raw), zipped: await bytes(image, progress) };
}

/** Does something before an error goes on. @param {() => Promise<void>} work */
function given(work) {
  return async (/** @type {any} */ error) => {
    await work();
    throw error;
  };
}

/**
 * The machine code compiled, where it lies, and inflated for later visits where it was not kept so.
 * @param {Boot} boot @param {(length: number) => void} progress
 */
async function machine({ wasm, plain }, progress) {
  const kept = plain ? null : await keptOf(wasm.url);
  const known = kept?.body && (await compiled(kept.body).catch(() => null));
  if (known) progress(wasm.size);
  const { module, inflated } = known ? { module: known, inflated: null } : await fetched(wasm, progress, !plain);
  return { module, url: wasm.url, inflated };
}

/** Marks a failure that the plain start does not share. @param {any} error @returns {never} */
function survivable(error) {
  throw Object.assign(error instanceof Error ? error : new Error(String(error)), { plain: true });
}

/** @param {Boot} boot */
async function plainStart(boot) {
  const files = [boot.library, ...boot.wheels];
  const progress = counter(files.reduce((sum, file) => sum + file.size, boot.wasm.size));
  const contents = files.map((file) => bytes(file, progress));
  const [code, library, ...wheels] = await timed("fetch", () => Promise.all([machine(boot, progress), ...contents]));
  const python = await timed("restore", () => interpreter(code, library));
  await timed("wheels", () => install(python, boot.wheels, wheels));
  await timed("imports", () => prepare(python));
  return python;
}

/** Tells how much has come so far; the page takes silence for a start that hangs. */
function counter(/** @type {number} */ total) {
  let done = 0;
  return (/** @type {number} */ length) => {
    done += length;
    postMessage({ status: { stage: "fetch", done, total } });
  };
}

/**
 * @param {File} file @param {(length: number) => void} progress
 * @param {boolean} twice  whether what comes is held for later visits too
 */
async function fetched(file, progress, twice) {
  const body = await stream(file, progress);
  if (!twice) return { module: await compiled(body), inflated: null };
  const [now, later] = body.tee();
  const inflated = new Response(later).blob().catch(() => null);
  return { module: await compiled(now), inflated };
}

/** Compiles as the bytes come; what is told as compiling is what is left when the last one is there. @param {ReadableStream} body */
async function compiled(body) {
  let last = 0;
  const passing = new TransformStream({
    flush() {
      last = performance.now();
    },
  });
  const source = new Response(body.pipeThrough(passing), { headers: { "Content-Type": "application/wasm" } });
  const made = await WebAssembly.compileStreaming(source);
  parts.compile = performance.now() - last;
  return made;
}

/**
 * Pyodide fetches and compiles on its own and hangs when either fails, so it is handed what is already here.
 * @param {{module: WebAssembly.Module, url: string}} code @param {Uint8Array} library
 * @param {Image & {content: Uint8Array, zipped: Uint8Array | null}} [image]  what `zipped` is null for is in `content` already
 */
async function interpreter({ module, url }, library, image) {
  const fetchFile = self.fetch;
  const room = image && { ...image, under: new Uint8Array() };
  self.fetch = async (input) => new Response(String(input).endsWith(".zip") ? library : null);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const instance = await WebAssembly.instantiate(module, imports);
    if (room) prepareMemory(room, instance.exports.memory);
    return { module, instance };
  };
  try {
    return await loadPyodide({
      indexURL: new URL(".", url).href,
      createPyodideModule: async (/** @type {any} */ settings) => filled(await createPython(settings), room),
      lockFileContents: EMPTY_INDEX,
      packageBaseUrl: url,
      env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" },
      ...(room && { _loadSnapshot: room.content }),
    });
  } finally {
    self.fetch = fetchFile;
  }
}

/**
 * Remembers what the machine code has laid out, and makes room: Pyodide copies an image into memory as it is at the start, which
 * is too small for one that had grown.
 * @param {any} room @param {any} memory
 */
function prepareMemory(room, memory) {
  room.under = new Uint8Array(memory.buffer, 0, room.base).slice();
  const missing = room.raw - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

/** @param {any} python @param {any} room */
function filled(python, room) {
  if (!room) return python;
  if (python.HEAPU8.length < room.memory) python.growMemory(room.memory);
  if (python.HEAPU8.length < room.memory) throw new RangeError(`no ${room.memory} bytes of memory to be had`);
  if (!room.zipped) return python;
  const began = performance.now();
  unpack(python, room.zipped, room.content, room.under);
  parts.inflate = performance.now() - began;
  return python;
}

/** @param {any} python @param {File[]} files @param {Uint8Array[]} contents */
async function install(python, files, contents) {
  const names = files.map((file) => /** @type {string} */ (new URL(file.url).pathname.split("/").pop()));
  const installer = names.findIndex((name) => name.startsWith("micropip-"));
  python.unpackArchive(contents[installer], "wheel");
  contents.forEach((content, index) => python.FS.writeFile(`/tmp/${names[index]}`, content));
  const wheels = names.filter((_, index) => index !== installer).map((name) => `emfs:/tmp/${name}`);
  await python.pyimport("micropip").install.callKwargs(wheels, { deps: false });
}

/** @param {any} python */
function prepare(python) {
  const browser = python.pyimport("hopscope.browser");
  browser.prepare();
  browser.seal();
}

/** @param {any} python */
function opened(python) {
  const browser = python.pyimport("hopscope.browser");
  browser.use_patterns(pattern);
  browser.watch_matches((/** @type {number} */ checking, /** @type {number} */ seconds) => postMessage({ checking, seconds }));
  browser.collect_apart();
  const handle = (/** @type {string} */ request, /** @type {string[]} */ texts, /** @type {Ahead} */ ahead = () => {}) => {
    const part = (/** @type {string} */ name, /** @type {any[]} */ ...each) => ahead(name, read(...each.map(crossedOver)));
    const reply = browser.handle(request, texts.map(crossing), part);
    const crossed = reply.toJs();
    reply.destroy();
    tellLateImports(browser);
    return crossed.map(crossedBack);
  };
  handle(JSON.stringify({ id: 0, method: "describe", params: {} }), []);
  return { handle, rest: () => browser.rest() };
}

/**
 * A long text goes over as UTF-8, which C code decodes in a third of the time that a string takes to be copied; half a character
 * would not survive that. It is written into room for the longest that it may become: an encoder that finds the room itself
 * takes three times as long.
 * @param {string} text
 */
function crossing(text) {
  if (text.length <= BYTES_BEYOND || !text.isWellFormed?.()) return text;
  const room = new Uint8Array(3 * text.length);
  return room.subarray(0, new TextEncoder().encodeInto(text, room).written);
}

/** @param {string | Uint8Array} crossed */
function crossedBack(crossed) {
  return typeof crossed === "string" ? crossed : UTF_8.decode(crossed);
}

/** The same of an argument, whose bytes are Python's until they are copied. @param {any} argument */
const crossedOver = (argument) => crossedBack(typeof argument === "string" ? argument : argument.toJs());

/** A JSON text with the long strings that stand beside it. @param {string} text @param {string[]} beside @returns {any} */
const read = (text, ...beside) => (text.includes('"$text"') ? settle(JSON.parse(text), beside) : JSON.parse(text));

/** @param {any} browser */
function tellLateImports(browser) {
  const names = browser.take_late_imports();
  if (names.length > 0) postMessage({ late: names.toJs() });
  names.destroy();
}

/** @param {{rest: () => void}} door @param {number} id */
function rest(door, id) {
  door.rest();
  postMessage({ rested: id });
}

/** @param {{id: number, method: string, params: any, skip: number[], seconds: number | null}} message */
async function answer({ id, method, params, skip, seconds }) {
  postMessage({ taken: id });
  try {
    const door = await engine;
    if (!door) throw new Error("the checker is not running");
    const { value, texts } = lift(params);
    const ahead = (/** @type {string} */ name, /** @type {any[]} */ items) => postMessage({ id, part: { name, items } });
    const { result, error } = read(...door.handle(JSON.stringify({ id, method, params: value, skip, seconds }), texts, ahead));
    postMessage(error ? { id, error } : { id, result });
    setTimeout(() => rest(door, id)); // behind a request that waits already
  } catch (error) {
    postMessage({ id, error: { code: "worker-lost", message: told(error).message, data: null } });
  }
}
