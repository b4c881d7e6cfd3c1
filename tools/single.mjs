// Makes one file of the finished page: node tools/single.mjs PAGE_FOLDER OUTPUT_FILE
//
// Everything the page would fetch stands in the file: scripts and styles as they are, known to the policy by their hashes, and
// the runtime's files as base64 in blocks that no browser runs. It needs no host, so that a double click opens it.

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const [folder, output] = process.argv.slice(2).map((each) => path.resolve(each));
const read = (name) => fs.readFileSync(path.join(folder, name));
const hashOf = (text) => `'sha256-${crypto.createHash("sha256").update(text).digest("base64")}'`;

/** Neither may begin what HTML takes for its own inside a script. */
const inScript = (text) => text.replaceAll("<!--", "\\x3c!--").replaceAll("</script", "<\\/script");

function only(html, pattern) {
  const [found, ...others] = html.matchAll(pattern);
  if (!found || others.length) throw new Error(`the page has not one ${pattern}`);
  return found;
}

function filesBelow(name) {
  const entries = fs.readdirSync(path.join(folder, name), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(`${name}/${entry.name}`) : [`${name}/${entry.name}`])).sort();
}

const block = (name) => `<script type="application/octet-stream" data-file="${name}">${read(name).toString("base64")}</script>`;

/** What the file may do: run these scripts, look like this, start workers of its own making, and ask nobody for anything. */
const policyOf = (scripts, style, given) => [
  "default-src 'none'",
  `script-src ${scripts.map(hashOf).join(" ")} 'wasm-unsafe-eval'`,
  "worker-src data:",
  `style-src ${hashOf(style)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  ...given.split("; ").filter((each) => /^(require-)?trusted-types/.test(each)),
].join("; ");

const html = read("index.html").toString();
const [engineTag, engineName] = only(html, /<script type="module" src="([^"]+)"><\/script>\n?/g);
const [pageTag, pageName] = only(html, /<link rel="modulepreload" href="([^"]+)">\n?/g);
const [styleTag, styleName] = only(html, /<link rel="stylesheet" href="([^"]+)">/g);
const [iconTag, iconName] = only(html, /<link rel="icon" href="([^"]+)" id="favicon">/g);
const [manifestTag] = only(html, /<link rel="manifest" href="[^"]+">\n?/g);
const [, policy] = only(html, /http-equiv="Content-Security-Policy" content="([^"]+)"/g);
const scripts = [engineName, pageName].map((name) => inScript(read(name).toString()));
const style = read(styleName).toString();
const carried = [...filesBelow("runtime"), ...filesBelow("static").filter((name) => /\.bin$/.test(name))];
const icon = `data:image/svg+xml;base64,${read(iconName).toString("base64")}`;

const parts = new Map([
  [policy, policyOf(scripts, style, policy)],
  [manifestTag, ""],
  [iconTag, `<link rel="icon" href="${icon}" id="favicon">`],
  [styleTag, `<style>${style}</style>`],
  [engineTag, ""],
  [pageTag, ""],
  ["</body>", `${carried.map(block).join("\n")}\n${scripts.map((each) => `<script type="module">${each}</script>`).join("\n")}\n</body>`],
]);

let single = html;
for (const [from, to] of parts) single = single.replace(from, () => to);
fs.mkdirSync(path.dirname(output), { recursive: true });
fs.writeFileSync(output, single);
