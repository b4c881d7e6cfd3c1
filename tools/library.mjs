// Prepares Pyodide's own files for the page: node tools/library.mjs OUTPUT_FOLDER
//
// The machine code is kept as a gzip member that the worker inflates, so that a host which compresses nothing sends less.

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const LIBRARY = path.resolve(import.meta.dirname, "../node_modules/pyodide");
const output = path.resolve(process.argv[2]);
const source = (name) => path.join(LIBRARY, name);

fs.mkdirSync(output, { recursive: true });
fs.writeFileSync(path.join(output, "python.wasm.gz"), zlib.gzipSync(fs.readFileSync(source("pyodide.asm.wasm")), { level: 9 }));
fs.copyFileSync(source("python_stdlib.zip"), path.join(output, "library.zip"));
