/**
 * A text as a QR code: a drawing of dark squares, made of one path.
 */
import { html, svg } from "lit-html";
import { encode } from "uqr";

/** Light squares around the code, which readers need. */
const BORDER = 4;

/**
 * @param {string} text
 * @param {string} label
 */
export function qrCode(text, label) {
  const { data, size } = encode(text, { ecc: "L", border: BORDER });
  const path = svg`<path d=${data.map(runs).join("")} fill="#000"></path>`;
  return html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${size} ${size}`}
    shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"></rect>${path}</svg>`;
}

/** One row as its runs of dark squares. */
function runs(row, y) {
  const marks = row.map((dark) => (dark ? "#" : ".")).join("");
  return [...marks.matchAll(/#+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join("");
}
