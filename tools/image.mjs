// Makes a memory image small before it is compressed; `static/image.js` undoes what is done here.

const CHUNK = 65_536;
const SMALLEST = 8;

/** The memory as the machine code alone lays it out, up to the last byte that is not zero. */
export function rememberBase() {
  const instantiate = WebAssembly.instantiate;
  const remembered = { base: new Uint8Array() };
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    remembered.base = withoutTail(new Uint8Array((made.instance ?? made).exports.memory.buffer)).slice();
    return made;
  };
  return remembered;
}

/** Zeroes what no one uses: what was freed holds old content, which would be carried along. @param {any} machine Pyodide's module */
export function zeroUnused(machine) {
  zeroFreed(machine);
  machine.HEAPU8.fill(0, machine._emscripten_stack_get_end(), machine._emscripten_stack_get_current());
}

/** Asks for blocks of every size until only new memory would answer, zeroes all of them, and gives them back. */
function zeroFreed(machine) {
  const end = machine._sbrk(0);
  const held = [];
  let top = Infinity;
  for (const size of sizes()) {
    for (;;) {
      const block = machine._malloc(size);
      if (machine._sbrk(0) !== end) top = Math.min(top, block);
      if (block >= top) {
        machine._free(block);
        break;
      }
      machine.HEAPU8.fill(0, block, block + machine._malloc_usable_size(block));
      held.push(block);
    }
  }
  for (const block of held) machine._free(block);
}

function* sizes() {
  for (let size = CHUNK; size > 64; size /= 2) yield size;
  for (let size = 64; size >= SMALLEST; size -= 4) yield size;
}

/** An image whose memory differs from the base only where it is not zero. @param {Uint8Array} image @param {Uint8Array} base */
export function difference(image, base) {
  const [, start] = new Uint32Array(image.buffer, image.byteOffset, 2);
  for (let index = 0; index < base.length; index++) image[start + index] ^= base[index];
  return image;
}

/** @param {Uint8Array} content */
export function withoutTail(content) {
  let end = content.length;
  while (end > 0 && content[end - 1] === 0) end--;
  return content.subarray(0, Math.ceil(end / 16) * 16);
}

/** Compresses with the library that Pyodide brings along, so that every machine writes the same. */
export function zipped(pyodide, content, level) {
  pyodide.FS.writeFile("/tmp/image", content);
  pyodide.globals.set("level", level);
  pyodide.runPython(`
from compression import zstd
from pathlib import Path
Path("/tmp/image.zst").write_bytes(zstd.compress(Path("/tmp/image").read_bytes(), level))`);
  return pyodide.FS.readFile("/tmp/image.zst");
}
