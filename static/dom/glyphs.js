/**
 * The status shapes and the few pictures of the page, as path data: one table serves the sprite in the page,
 * the editor's gutter (a shadow root, which cannot reach the sprite) and the favicon.
 */
import { html, svg } from "lit-html";

/**
 * @typedef {{d: string, kind?: "solid" | "cut" | "bold" | "broken"}} Stroke one path; kind says how it is inked
 */

const CIRCLE = "M8 1.6a6.4 6.4 0 1 1 0 12.8a6.4 6.4 0 1 1 0-12.8";

/** @type {Record<string, Stroke[]>} */
const SHAPES = {
  ok: [{ d: "M2.8 8.6l3.4 3.3 7-7.6", kind: "bold" }],
  fail: [
    { d: "M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z", kind: "solid" },
    { d: "M5.2 5.2l5.6 5.6m0-5.6l-5.6 5.6", kind: "cut" },
  ],
  x: [{ d: "M3 3l10 10M13 3L3 13", kind: "bold" }],
  warn: [{ d: "M8 1.8L15 14H1z" }, { d: "M8 6v3.8M8 11.9v.1", kind: "bold" }],
  note: [{ d: CIRCLE }, { d: "M8 7.4v3.8M8 4.8v.1", kind: "bold" }],
  unchecked: [{ d: CIRCLE, kind: "broken" }, { d: "M6.2 6.3a1.9 1.9 0 1 1 2.7 1.8c-.7.3-.9.6-.9 1.2M8 11.5v.1" }],
  nothing: [{ d: CIRCLE }],
  absent: [{ d: "M5 8h6" }],
  busy: [{ d: "M8 1.6A6.4 6.4 0 1 1 1.6 8", kind: "bold" }],
  fatal: [
    { d: "M2 2h12v12H2z", kind: "solid" },
    { d: "M8 4.6v4.2M8 11.3v.1", kind: "cut" },
  ],
  tip: [{ d: "M8 8l4.5 8h-9z" }],
  peak: [{ d: "M8 1l5 9H3z" }],
  find: [{ d: "M7 2.4a4.6 4.6 0 1 1 0 9.2a4.6 4.6 0 1 1 0-9.2M10.6 10.6L14 14" }],
  theme: [{ d: "M8 2a6 6 0 1 1 0 12a6 6 0 1 1 0-12" }, { d: "M8 2a6 6 0 0 1 0 12z", kind: "solid" }],
  more: [{ d: "M4 6l4 4 4-4" }],
  plus: [{ d: "M8 3v10M3 8h10" }],
  diff: [{ d: "M5 2v12M11 2v12M2 5h6M8 11h6" }],
  up: [{ d: "M4 10l4-4 4 4" }],
  brand: [
    { d: "M1.6 11.6C2.3 5.2 6.6 5.2 7.3 10.2M7.3 10.2c.7-6.5 5-6.5 5.8 0" },
    { d: "M13.5 11.2a1.1 1.1 0 1 1 0 2.2a1.1 1.1 0 1 1 0-2.2", kind: "solid" },
  ],
};

const path = ({ d, kind = "line" }) => svg`<path d=${d} class=${kind}></path>`;
const symbol = ([name, strokes]) => svg`<symbol id=${`g-${name}`} viewBox="0 0 16 16">${strokes.map(path)}</symbol>`;

/** All shapes as symbols, to be rendered once into the page. */
export const sprite = () =>
  html`<svg class="sprite" aria-hidden="true" width="0" height="0">${Object.entries(SHAPES).map(symbol)}</svg>`;

/**
 * One glyph. With a label it is an image that says so; without it is decoration.
 * @param {string} name a shape's name
 * @param {{label?: string, more?: string}} [options] accessible name, further classes
 */
export function glyph(name, { label = "", more = "" } = {}) {
  const classes = `g ${name} ${more}`;
  if (!label) return html`<svg class=${classes} aria-hidden="true"><use href=${`#g-${name}`}></use></svg>`;
  return html`<svg class=${classes} role="img" aria-label=${label}><use href=${`#g-${name}`}></use></svg>`;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * One glyph as an element of its own, for places that the sprite does not reach.
 * @param {string} name
 * @param {string} label
 * @returns {SVGSVGElement}
 */
export function glyphNode(name, label) {
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 16 16");
  node.setAttribute("class", `g ${name}`);
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", label);
  for (const { d, kind = "line" } of SHAPES[name]) {
    const child = document.createElementNS(SVG, "path");
    child.setAttribute("d", d);
    child.setAttribute("class", kind);
    node.append(child);
  }
  return node;
}

const INK = { ok: "#1a8a3f", fail: "#c6281f", warn: "#b06c00", fatal: "#c6281f", brand: "#2f6bdc", busy: "#2f6bdc" };
const look = (kind, ink) =>
  ({
    solid: `fill="${ink}"`,
    cut: `stroke="#fff" stroke-width="2"`,
    bold: `stroke="${ink}" stroke-width="2.2"`,
    broken: `stroke="${ink}" stroke-width="1.7" stroke-dasharray="2.6 2.4"`,
  })[kind] ?? `stroke="${ink}" stroke-width="1.7"`;

/**
 * The favicon of a status, as a data address.
 * @param {string} name a shape's name
 */
export function favicon(name) {
  const ink = INK[name] ?? "#6b7482";
  const strokes = SHAPES[name].map(({ d, kind }) => `<path d="${d}" ${look(kind, ink)}/>`).join("");
  const picture = `<svg xmlns="${SVG}" viewBox="0 0 16 16" fill="none" stroke-linecap="round">${strokes}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
