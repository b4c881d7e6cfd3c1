// Writes the memory image the page starts from: node tools/snapshot.mjs WHEEL_FOLDER OUTPUT_FOLDER
//
// OUTPUT_FOLDER gets snapshot.bin.zst, and snapshot.json with the size it has when inflated (`raw`), the size of the memory it
// belongs into (`memory`: the zeros at its end are left out), and how many bytes the machine code lays out on its own (`base`:
// of these only the difference is kept).
//
// An interpreter in which micropip ran holds JavaScript objects and cannot be imaged, so micropip installs into a first
// interpreter, whose site-packages are carried into a second one; that one imports everything and is imaged.

import fs from "node:fs";
import path from "node:path";
import { makeDeterministic } from "./deterministic.mjs";
import { difference, rememberBase, withoutTail, zeroUnused, zipped } from "./image.mjs";

/** No docstrings, no assertions, no columns in tracebacks: nobody reads them in the page. */
const LEAN = { PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" };
const LEVEL = 19;

const [wheelFolder, output] = process.argv.slice(2).map((each) => path.resolve(each));
makeDeterministic();
const { ENVIRONMENT, start, install, wheelsIn, filesBelow } = await import("./pyodide.mjs");

async function installer() {
  const pyodide = await start();
  await install(pyodide, wheelsIn(wheelFolder));
  return pyodide;
}

function installedFiles(pyodide) {
  return filesBelow(pyodide.FS, sitePackages(pyodide)).filter(([name]) => !name.startsWith("micropip"));
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
  const remembered = rememberBase();
  const pyodide = await start({ _makeSnapshot: true, env: { ...ENVIRONMENT, ...LEAN } });
  writeFiles(pyodide, files);
  pyodide.runPython("import importlib; importlib.invalidate_caches(); import hopscope.browser; hopscope.browser.prepare(); hopscope.browser.seal()");
  zeroUnused(pyodide._module);
  const content = withoutTail(pyodide.makeMemorySnapshot());
  return { content, base: remembered.base, memory: pyodide._module.HEAPU8.length };
}

async function main() {
  const first = await installer();
  const { content, base, memory } = await image(installedFiles(first));
  fs.mkdirSync(output, { recursive: true });
  fs.writeFileSync(path.join(output, "snapshot.bin.zst"), zipped(first, difference(content, base), LEVEL));
  fs.writeFileSync(path.join(output, "snapshot.json"), JSON.stringify({ raw: content.length, memory, base: base.length }));
}

// Node would print the whole of Pyodide's one long line before it says what is wrong.
await main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
process.exit(0);
