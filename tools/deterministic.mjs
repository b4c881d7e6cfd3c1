// Makes a Node process repeat itself: random bytes come from a seed, and each look at the clock moves it by one step.
// Imported before Pyodide, so that two builds of one commit make byte-identical memory snapshots.

import crypto from "node:crypto";

const START = Date.UTC(2026, 0, 1);
let seed = 0x9e3779b9;
let ticks = 0;

function nextByte() {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x85ebca6b) + 0x6d2b79f5) | 0;
  return (seed >>> 16) & 0xff;
}

/** @template {ArrayBufferView} T @param {T} view @returns {T} */
function fill(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = nextByte();
  return view;
}

export function makeDeterministic() {
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: fill });
  crypto.randomFillSync = fill;
  crypto.randomBytes = (size) => fill(Buffer.alloc(size));
  Math.random = () => nextByte() / 256;
  Date.now = () => START + ticks++;
  performance.now = () => ticks++;
  process.hrtime.bigint = () => BigInt(ticks++) * 1000000n;
  process.argv[1] = "/hopscope";
  process.env = { PATH: "/" };
}
