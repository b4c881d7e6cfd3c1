// Reads the runtime's files from the host or from the page itself, inflating those that are gzip members.

import { CodedError } from "./wire.js";

/**
 * @typedef {{url: string, size: number, carried?: string}} File  address and size in bytes as it stands on the host;
 *   its content as base64 where the page came as a single file that carries it
 */

const GZIP = [0x1f, 0x8b];

/** What the page itself carries of a file. @param {string} path  as it would stand on the host */
export const carried = (path) => document.querySelector(`script[data-file="${path}"]`)?.textContent ?? undefined;

/**
 * A file of the page with its address made absolute, since a blob has no folder to be relative to, and with what the page carries of it.
 * @param {any} file @returns {any}
 */
export const located = (file) => ({ ...file, url: new URL(file.url, document.baseURI).href, carried: carried(file.url) });

/** Whether the page came as a single file. */
export const isSingle = () => document.querySelector("script[data-file]") !== null;

/** @param {File} file @param {(length: number) => void} progress */
export async function bytes(file, progress) {
  return new Uint8Array(await new Response(await stream(file, progress)).arrayBuffer());
}

/** A file's content, inflated where it is a gzip member: a host may or may not have done that on its own. */
export async function stream(/** @type {File} */ file, /** @type {(length: number) => void} */ progress) {
  const body = await opening(file);
  const reader = body.getReader();
  const first = await reader.read();
  const source = counted(reader, first, progress);
  const zipped = !first.done && GZIP.every((byte, index) => first.value[index] === byte);
  return zipped ? source.pipeThrough(new DecompressionStream("gzip")) : source;
}

/** @param {File} file */
async function opening(file) {
  if (file.carried !== undefined) return /** @type {ReadableStream} */ (new Response(decoded(file.carried)).body);
  const response = await fetch(file.url).catch((error) => {
    throw new CodedError("file-missing", `${file.url}: ${error.message}`);
  });
  if (!response.ok || !response.body) throw new CodedError("file-missing", `${file.url}: ${response.status}`);
  return response.body;
}

/** @param {ReadableStreamDefaultReader} reader @param {any} first @param {(length: number) => void} progress */
function counted(reader, first, progress) {
  let next = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await next;
      if (done) return controller.close();
      next = reader.read();
      progress(value.length);
      return controller.enqueue(value);
    },
  });
}

/** @param {string} base64 @returns {any} bytes */
function decoded(base64) {
  const quick = /** @type {any} */ (Uint8Array).fromBase64;
  return quick ? quick.call(Uint8Array, base64) : Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}
