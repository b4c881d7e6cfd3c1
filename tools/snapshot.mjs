// Writes the memory image the page starts from: node tools/snapshot.mjs WHEEL_FOLDER OUTPUT_FOLDER
//
// OUTPUT_FOLDER gets snapshot.bin.gz, and snapshot.json with the size it has when inflated (`raw`) and the size of the
// memory it belongs into (`memory`): the zeros at the end of the memory are left out.
//
// An interpreter in which micropip ran holds JavaScript objects and cannot be imaged, so micropip installs into a first
// interpreter, whose site-packages are carried into a second one; that one imports everything and is imaged.

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { makeDeterministic } from "./deterministic.mjs";

const [wheelFolder, output] = process.argv.slice(2).map((each) => path.resolve(each));
makeDeterministic();
const { start, install, wheelsIn, filesBelow } = await import("./pyodide.mjs");

async function installedFiles() {
  const pyodide = await start();
  await install(pyodide, wheelsIn(wheelFolder));
  return filesBelow(pyodide.FS, sitePackages(pyodide));
}

function sitePackages(pyodide) {
  return pyodide._api.sitePackages;
}

function writeFiles(pyodide, files) {
  for (const [name, content] of files) {
    const target = `${sitePackages(pyodide)}/${name}`;
    pyodide.FS.mkdirTree(path.posix.dirname(target));
    pyodide.FS.writeFile(target, content);
  }
}

async function image(files) {
  const pyodide = await start({ _makeSnapshot: true });
  writeFiles(pyodide, files);
  pyodide.runPython("import importlib; importlib.invalidate_caches(); import hopscope.browser; hopscope.browser.prepare(); hopscope.browser.seal()");
  return { content: withoutTail(pyodide.makeMemorySnapshot()), memory: pyodide._module.HEAPU8.length };
}

function withoutTail(content) {
  let end = content.length;
  while (end > 0 && content[end - 1] === 0) end--;
  return content.subarray(0, Math.ceil(end / 16) * 16);
}

async function main() {
  const files = (await installedFiles()).filter(([name]) => !name.startsWith("micropip"));
  const { content, memory } = await image(files);
  fs.mkdirSync(output, { recursive: true });
  fs.writeFileSync(path.join(output, "snapshot.bin.gz"), zlib.gzipSync(content, { level: 9 }));
  fs.writeFileSync(path.join(output, "snapshot.json"), JSON.stringify({ raw: content.length, memory }));
}

// Node would print the whole of Pyodide's one long line before it says what is wrong.
await main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
process.exit(0);
