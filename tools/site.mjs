// Puts the page together: node tools/site.mjs PARTS_FOLDER OUTPUT_FOLDER [SOURCE_FOLDER]
//
// PARTS_FOLDER holds what earlier steps made (library, image, wheels). Every file but the shell gets its content's hash into
// its name, so that any host may cache it for ever and two versions never mix.

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { build } from "esbuild";
import { emptyIndex } from "./pyodide.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const [parts, output, source = ROOT] = process.argv.slice(2).map((each) => path.resolve(each));
const SHELL = ["index.html"];
const COPIED = ["static/icons"];
/** Only a plain start reads these; they are kept for visits without a network once one has fetched them. */
const PLAIN_ONLY = /^runtime\/(wheels|library)/;

/**
 * Where a browser tells of waiting input, the editor reads long texts in stretches of 100 ms and stops for keys alone; without, it
 * keeps to the time that the browser has to spare.
 */
const UNKNOWN = { "navigator.scheduling": "undefined" };

const written = new Set();

function write(name, content) {
  const target = path.join(output, name);
  written.add(name);
  if (fs.existsSync(target) && fs.readFileSync(target).equals(Buffer.from(content))) return name;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, content);
  return name;
}

function hashed(name, content) {
  const hash = crypto.createHash("sha256").update(content).digest("hex").slice(0, 12);
  const { dir, base } = path.posix.parse(name);
  const dot = base.indexOf(".") < 0 ? base.length : base.indexOf(".");
  return write(`${dir}/${base.slice(0, dot)}-${hash}${base.slice(dot)}`, content);
}

function runtimeFile(from, name) {
  const content = fs.readFileSync(path.join(parts, from));
  return { url: hashed(`runtime/${name}`, content), size: content.length };
}

/** Wheels keep their names, which micropip reads, in a folder that has the hash. */
function wheelFiles() {
  const names = fs.readdirSync(path.join(parts, "wheels")).filter((name) => name.endsWith(".whl")).sort();
  const contents = names.map((name) => fs.readFileSync(path.join(parts, "wheels", name)));
  const hash = crypto.createHash("sha256");
  contents.forEach((content) => hash.update(content));
  const folder = `runtime/wheels-${hash.digest("hex").slice(0, 12)}`;
  return names.map((name, index) => ({ url: write(`${folder}/${name}`, contents[index]), size: contents[index].length }));
}

async function bundle(entry, define, format = "esm") {
  const made = await build({
    entryPoints: [entry], bundle: true, minify: true, write: false, format, target: "es2022", charset: "utf8",
    external: ["node:*", "ws"], loader: { ".svg": "dataurl", ".woff2": "dataurl" }, outdir: "out", logLevel: "warning",
    define: { ...UNKNOWN, ...Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])) },
  });
  return made.outputFiles[0].contents;
}

/** The words of findings, which the page reads in the language it speaks. @returns {Record<string, string>} by language */
function books() {
  const folder = path.join(source, "static/locales/findings");
  const tags = fs.readdirSync(folder).map((name) => path.parse(name).name).sort();
  const book = (tag) => zlib.gzipSync(JSON.stringify(JSON.parse(fs.readFileSync(path.join(folder, `${tag}.json`), "utf8"))), { level: 9 });
  return Object.fromEntries(tags.map((tag) => [tag, hashed(`static/locales/${tag}.bin`, book(tag))]));
}

function runtime(worker) {
  const sizes = JSON.parse(fs.readFileSync(path.join(parts, "image/snapshot.json"), "utf8"));
  return {
    worker,
    books: books(),
    wasm: runtimeFile("library/python.wasm.gz", "python.wasm.bin"),
    snapshot: { ...runtimeFile("image/snapshot.bin.zst", "snapshot.bin"), ...sizes },
    library: runtimeFile("library/library.zip", "library.zip"),
    wheels: wheelFiles(),
  };
}

/** One file with Pyodide's scripts in it, which the page inflates and starts from a blob. */
async function workerFile() {
  const script = await bundle(path.join(source, "static/worker.js"), { HOPSCOPE_PLATFORM: emptyIndex().info });
  return hashed("static/worker.bin", zlib.gzipSync(script, { level: 9 }));
}

async function referenced(name, define) {
  const file = path.join(source, name);
  return hashed(name, /\.(js|css)$/.test(name) ? await bundle(file, define) : fs.readFileSync(file));
}

async function shell(define) {
  const html = fs.readFileSync(path.join(source, "index.html"), "utf8");
  const reference = /(?<=\b(?:src|href)=")static\/[^"?#]+(?=["?#])/g;
  const names = new Map();
  for (const [name] of html.matchAll(reference)) names.set(name, names.get(name) ?? (await referenced(name, define)));
  write("index.html", html.replace(reference, (name) => names.get(name)));
}

function copied() {
  for (const folder of COPIED.filter((each) => fs.existsSync(path.join(source, each)))) {
    for (const file of fs.readdirSync(path.join(source, folder), { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const full = path.join(file.parentPath ?? file.path, file.name);
      write(path.relative(source, full).split(path.sep).join("/"), fs.readFileSync(full));
    }
  }
}

async function serviceWorker() {
  const files = [...written].filter((name) => !SHELL.includes(name) && !PLAIN_ONLY.test(name)).sort();
  const hash = crypto.createHash("sha256").update(fs.readFileSync(path.join(output, "index.html"))).update(files.join("\n"));
  const listed = { key: hash.digest("hex").slice(0, 12), shell: SHELL, files };
  write("service-worker.js", await bundle(path.join(source, "static/service-worker.js"), { HOPSCOPE_FILES: listed }, "iife"));
}

/** What an earlier build left behind. @returns {boolean} whether the folder is empty now */
function removeOthers(folder = output) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && removeOthers(full)) fs.rmdirSync(full);
    else if (entry.isFile() && !written.has(path.relative(output, full).split(path.sep).join("/"))) fs.rmSync(full);
  }
  return fs.readdirSync(folder).length === 0;
}

fs.mkdirSync(output, { recursive: true });
const worker = await workerFile();
await shell({ HOPSCOPE_BOOT: runtime(worker) });
copied();
await serviceWorker();
removeOthers();
