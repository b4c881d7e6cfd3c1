/**
 * JSON text as coloured lines. It reads tokens, not values, so any text goes through unchanged.
 */
import { html } from "lit-html";

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|(\/\/.*)/g;

/**
 * Lines of coloured JSON for a `.code` block.
 * @param {string} text
 * @param {{marks?: Map<number, {look: string, glyph: unknown, note: unknown}>, limit?: number}} [options] marked lines by number,
 *   counted from 0, and how many lines at most
 */
export function jsonCode(text, { marks = new Map(), limit = 2000 } = {}) {
  const lines = text.split(/\r\n?|\n/);
  const shown = lines.slice(0, limit).map((line, index) => row(line, marks.get(index)));
  return lines.length > limit ? [...shown, html`<span class="l"><s>+ ${lines.length - limit}</s></span>`] : shown;
}

const row = (line, mark) =>
  mark
    ? html`<span class="l at">${mark.glyph}<mark class=${mark.look}>${tokens(line)}</mark></span
    ><span class="lens ${mark.look}">${mark.note}</span>`
    : html`<span class="l">${tokens(line)}</span>`;

/** Colouring very long lines costs more than it shows. */
const LONGEST = 20_000;

function tokens(line) {
  if (line.length > LONGEST) return [line];
  const parts = [];
  let from = 0;
  for (const match of line.matchAll(TOKEN)) {
    parts.push(line.slice(from, match.index), token(match));
    from = match.index + match[0].length;
  }
  return [...parts, line.slice(from)];
}

const token = ([whole, string, colon, plain, comment]) => {
  if (comment) return html`<em>${comment}</em>`;
  if (plain) return html`<u>${whole}</u>`;
  return colon ? html`<b>${string}</b>${colon}` : html`<i>${string}</i>`;
};
