// Pyodide under Node for the build and the tests: local wheels only, no network, no package index.

import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";

const LIBRARY = path.resolve(import.meta.dirname, "../node_modules/pyodide");
export const ENVIRONMENT = { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1" };

/** An index that knows the platform and no package, so that nothing can be looked up anywhere. */
export function emptyIndex() {
  const { info } = JSON.parse(fs.readFileSync(path.join(LIBRARY, "pyodide-lock.json"), "utf8"));
  return { info, packages: {} };
}

/** @param {object} options  further options of loadPyodide */
export function start(options = {}) {
  return loadPyodide({
    indexURL: LIBRARY,
    lockFileContents: emptyIndex(),
    packageBaseUrl: "/nowhere/",
    env: { ...ENVIRONMENT },
    _sysExecutable: "/hopscope",
    ...options,
  });
}

/** @param {string} folder @returns {string[]} the wheels in it, in a fixed order */
export function wheelsIn(folder) {
  return fs.readdirSync(folder).filter((name) => name.endsWith(".whl")).sort().map((name) => path.join(folder, name));
}

/** @param {string} file @returns {Uint8Array} a plain array, as Pyodide knows no Buffer */
export function bytesOf(file) {
  return new Uint8Array(fs.readFileSync(file));
}

/** Installs local wheels with micropip, which must be one of them. */
export async function install(pyodide, wheels) {
  const micropipWheel = wheels.find((wheel) => path.basename(wheel).startsWith("micropip-"));
  pyodide.unpackArchive(bytesOf(micropipWheel), "wheel");
  const micropip = pyodide.pyimport("micropip");
  const urls = wheels.filter((wheel) => wheel !== micropipWheel).map((wheel) => copyIn(pyodide, wheel));
  await micropip.install.callKwargs(urls, { deps: false });
}

function copyIn(pyodide, wheel) {
  const target = `/tmp/${path.basename(wheel)}`;
  pyodide.FS.writeFile(target, bytesOf(wheel));
  return `emfs:${target}`;
}

/** @returns {[string, Uint8Array][]} each file below an Emscripten folder, by its path relative to it, in a fixed order */
export function filesBelow(FS, folder, prefix = "") {
  const names = FS.readdir(folder).filter((name) => name !== "." && name !== "..").sort();
  return names.flatMap((name) => {
    const full = `${folder}/${name}`;
    const inner = prefix + name;
    if (FS.isDir(FS.stat(full).mode)) return filesBelow(FS, full, `${inner}/`);
    return [[inner, FS.readFile(full)]];
  });
}
