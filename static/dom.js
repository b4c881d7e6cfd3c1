/**
 * What every view draws with: lit-html templates (text nodes only), glyphs, words, small page services.
 */
export { html, nothing, render } from "lit-html";
export { repeat } from "lit-html/directives/repeat.js";
export { favicon, glyph, glyphNode, sprite } from "./dom/glyphs.js";
export { qrCode } from "./dom/code.js";
export { jsonCode } from "./dom/json.js";
export { copyText, saveFile } from "./dom/output.js";
export { ago, cut, elapsed, prose, size } from "./dom/prose.js";
export { inPieces } from "./dom/pieces.js";
export { pointerLines } from "./dom/pointer.js";
export { byId } from "./dom/part.js";
export { region } from "./dom/region.js";
export { pressed } from "./dom/pressed.js";
export { roving } from "./dom/roving.js";
export { openMenu } from "./dom/menu.js";
export { languageNow, number, t, useMessages } from "./dom/messages.js";
export { adviceOf, codeWords, headline, messageOf, ruleName, tongue, useTelling, worded } from "./dom/telling.js";
