// Runs the engine's tests inside Pyodide: node tools/test_engine.mjs TEST_WHEEL_FOLDER RESULT_FOLDER [pytest arguments]
//
// The engine comes from its own wheel, as in the page. A test marked `alone` may kill its interpreter and gets one for itself.

import fs from "node:fs";
import path from "node:path";
import { pattern } from "../static/patterns.js";
import { ENVIRONMENT, install, start, wheelsIn } from "./pyodide.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const [testWheels, results, ...asked] = process.argv.slice(2);
const engineWheels = path.join(ROOT, "build/wheels");
const OPTIONS = ["-p", "no:cacheprovider", "-o", "pythonpath=tests", "-o", "addopts=--import-mode=importlib --strict-markers"];

/** The folder of the project, and beside it the one with shared test data where there is one, at the places they have outside. */
function mountProject(pyodide) {
  for (const folder of [ROOT, path.join(path.dirname(ROOT), "shared"), path.resolve(results)]) {
    if (!fs.existsSync(folder)) continue;
    pyodide.FS.mkdirTree(folder);
    pyodide.mountNodeFS(folder, folder);
  }
  pyodide.FS.chdir(ROOT);
}

function wheels() {
  const names = new Map();
  for (const wheel of [...wheelsIn(testWheels), ...wheelsIn(engineWheels)]) names.set(path.basename(wheel), wheel);
  return [...names.values()];
}

/** @returns {Promise<number>} pytest's exit code */
async function pytest(pyodide, ...options) {
  const { main } = pyodide.pyimport("pytest");
  return main(pyodide.toPy([...OPTIONS, ...options].map(String)));
}

async function interpreter() {
  const pyodide = await start({ env: { ...ENVIRONMENT, COLUMNS: "120" }, args: ["-X", "utf8"] });
  await install(pyodide, wheels());
  mountProject(pyodide);
  pyodide.pyimport("hopscope.browser").use_patterns(pattern);
  return pyodide;
}

async function single(id, file) {
  const pyodide = await interpreter();
  return pytest(pyodide, "-q", "--no-header", `--outcomes=${file}`, id);
}

async function run() {
  fs.mkdirSync(results, { recursive: true });
  const { HOPSCOPE_TEST_ALONE: lonely, HOPSCOPE_RUN: name } = process.env;
  if (lonely) return single(lonely, path.join(results, `${name}.json`));
  return pytest(await interpreter(), "-m", "not alone", `--outcomes=${path.join(results, "pyodide.json")}`, ...asked);
}

// Node would print the whole of Pyodide's one long line before it says what is wrong.
const code = await run().catch((error) => {
  console.error(error.message);
  return 3;
});
process.exit(code);
