// Puts a memory image together: what `tools/image.mjs` made small.
//
// It comes compressed with zstd, which the browser cannot undo but the machine code that the image belongs to can.

import { CodedError } from "./wire.js";

const PIECE = 1 << 20;

/**
 * Fills `target` with the image.
 * @param {any} machine  Pyodide's module, whose memory is about to be replaced
 * @param {Uint8Array} zipped @param {Uint8Array} target @param {Uint8Array} base  what the machine code lays out on its own
 */
export function unpack(machine, zipped, target, base) {
  inflate(machine, zipped, target);
  const [, start] = new Uint32Array(target.buffer, 0, 2);
  for (let index = 0; index < base.length; index++) target[start + index] ^= base[index];
  machine.HEAPU8.fill(0, target.length - start);
}

/** @param {any} machine @param {Uint8Array} zipped @param {Uint8Array} target */
function inflate(machine, zipped, target) {
  const context = machine._ZSTD_createDCtx();
  const [source, piece, positions] = [zipped.length, PIECE, 8].map((size) => machine._malloc(size));
  machine.HEAPU8.set(zipped, source);
  machine.HEAPU32.fill(0, positions >> 2, (positions >> 2) + 2);
  for (let at = 0; at < target.length; ) {
    machine.HEAPU32[positions >> 2] = 0;
    const left = machine._ZSTD_decompressStream_simpleArgs(context, piece, PIECE, positions, source, zipped.length, positions + 4);
    const made = machine.HEAPU32[positions >> 2];
    if (machine._ZSTD_isError(left) || made === 0 || at + made > target.length) throw damaged();
    target.set(machine.HEAPU8.subarray(piece, piece + made), at);
    at += made;
  }
}

const damaged = () => new CodedError("files-differ", "the memory image is damaged");
