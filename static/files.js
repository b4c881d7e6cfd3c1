// Reads the runtime's files from the host, inflating those that are gzip members.

import { CodedError } from "./wire.js";

/** @typedef {{url: string, size: number}} File  address and size in bytes as it stands on the host */

const GZIP = [0x1f, 0x8b];

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
