/**
 * How the editor looks. Its rules are adopted by the shadow root it lives in, which the page's policy allows;
 * the tokens come down from the page.
 */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOUR = { fail: "var(--fail)", warn: "var(--warn)", note: "var(--ink-3)" };

const underlines = {
  ".mark-fail": { textDecoration: "var(--fail) wavy underline 1.2px" },
  ".mark-warn": { textDecoration: "var(--warn) dashed underline 1.5px" },
  ".mark-note": { textDecoration: "var(--ink-3) dotted underline 1.5px" },
  "[class*=mark-]": { textUnderlineOffset: "4px", textDecorationSkipInk: "none" },
  ".chosen": { background: "var(--choice)", borderRadius: "2px", outline: "1px solid var(--accent)" },
  ".cut": { borderLeft: "2px solid var(--fail)", marginInline: "1px", paddingInlineStart: "2px" },
};

const lens = {
  // A block's margins are not measured with it; its padding is.
  ".lens-row": { padding: "2px 12px 4px 24px" },
  ".lens": {
    padding: "3px 8px",
    borderLeft: "2px solid var(--lens, var(--fail))",
    background: "var(--lens-bg, var(--fail-bg))",
    font: ".75rem/1.45 var(--sans)",
    whiteSpace: "normal",
    maxWidth: "62ch",
    width: "fit-content",
    position: "sticky",
    left: "24px",
  },
  ".lens.warn": { "--lens": "var(--warn)", "--lens-bg": "var(--warn-bg)" },
  ".lens.note": { "--lens": "var(--ink-3)", "--lens-bg": "var(--sunk)" },
  ".lens code, .hover code": { font: ".92em var(--mono)", overflowWrap: "anywhere" },
  ".lens strong": { fontWeight: 600 },
  ".lens button": {
    border: 0,
    background: "none",
    padding: "0 4px",
    minHeight: "24px",
    color: "var(--accent)",
    font: ".75rem var(--mono)",
    cursor: "pointer",
  },
  ".lens button:hover": { textDecoration: "underline" },
};

const inner = {
  ".inner-row": { padding: "2px 12px 4px 24px" },
  ".inner": {
    padding: "2px 8px",
    borderLeft: "2px solid var(--line)",
    background: "var(--sunk)",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
    width: "fit-content",
    minWidth: "12ch",
    maxWidth: "min(100%, 120ch)",
    boxSizing: "border-box",
  },
  ".inner .deeper": { boxShadow: "inset 2px 0 var(--line)" },
  ".inner .more": { color: "var(--ink-2)", font: ".75rem/1.45 var(--sans)" },
  ".in-key": { color: "var(--key)" },
  ".in-string": { color: "var(--str)" },
  ".in-plain": { color: "var(--num)" },
  ".cm-inner": {
    border: 0,
    background: "none",
    padding: "0 3px",
    margin: "0 1px 0 -2px",
    minWidth: "16px",
    height: "20px",
    verticalAlign: "top",
    font: "inherit",
    color: "var(--ink-2)",
    borderRadius: "3px",
    cursor: "pointer",
  },
  ".cm-inner:hover, .cm-inner[aria-expanded=true]": { background: "var(--sel)", color: "var(--accent)" },
};

const gutters = {
  ".cm-gutters": { background: "var(--panel)", color: "var(--ink-3)", border: 0, display: "var(--gutters, flex)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "32px", padding: "0 4px 0 2px" },
  ".cm-glyphs": { width: "18px" },
  ".cm-glyphs .cm-gutterElement": { display: "flex", justifyContent: "center" },
  ".cm-foldGutter .cm-gutterElement": { width: "14px", cursor: "pointer", color: "var(--ink-3)" },
  ".cm-activeLineGutter": { background: "var(--panel)", color: "var(--ink)" },
  ".g": {
    width: "14px",
    height: "14px",
    fill: "none",
    stroke: "currentColor",
    strokeWidth: 1.7,
    strokeLinecap: "round",
  },
  ".g .solid": { fill: "currentColor", stroke: "none" },
  ".g .cut": { stroke: "var(--panel)", strokeWidth: 2 },
  ".g .bold": { strokeWidth: 2 },
  ".g.fail": { color: COLOUR.fail },
  ".g.warn": { color: COLOUR.warn },
  ".g.note": { color: COLOUR.note },
};

const floats = {
  ".cm-tooltip": {
    background: "var(--panel)",
    border: "1px solid var(--edge)",
    borderRadius: "4px",
    boxShadow: "0 4px 16px var(--shadow)",
    color: "var(--ink)",
  },
  ".hover": { padding: "4px 10px", font: ".75rem/1.45 var(--sans)", maxWidth: "56ch" },
  ".hover p": { display: "flex", gap: "8px", margin: "4px 0", alignItems: "flex-start" },
  ".hover svg": { flex: "none", marginTop: "2px" },
  ".cm-panels": { background: "var(--sunk)", color: "var(--ink)", font: ".75rem/1.45 var(--sans)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4px 8px",
    padding: "6px 36px 6px 12px",
  },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { margin: 0 },
  ".cm-panel.cm-search br": { display: "none" },
  // Either field begins a row that it shares with its buttons.
  ".cm-panel.cm-search .cm-textfield": { flex: "1 1 calc(100% - 220px)", minWidth: "120px", padding: "0 8px" },
  ".cm-panel.cm-search label": { fontSize: ".75rem", display: "inline-flex", alignItems: "center", gap: "4px", minHeight: "24px" },
  ".cm-panel.cm-search label input": { margin: 0, accentColor: "var(--accent)" },
  ".cm-panels :focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-textfield, .cm-button": {
    background: "var(--panel)",
    border: "1px solid var(--edge)",
    borderRadius: "4px",
    color: "var(--ink)",
    font: "inherit",
    minHeight: "24px",
  },
  ".cm-button": { backgroundImage: "none", cursor: "pointer" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", minWidth: "24px", minHeight: "24px", fontSize: "16px" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-bg)", outline: "1px solid var(--warn-line)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--choice)", outline: "1px solid var(--accent)" },
  ".cm-foldPlaceholder": {
    background: "var(--sunk)",
    border: "1px solid var(--line)",
    borderRadius: "3px",
    color: "var(--ink-2)",
    padding: "0 4px",
    margin: "0 2px",
    fontSize: ".75rem",
  },
};

export const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", background: "var(--panel)", font: ".78125rem/20px var(--mono)" },
  // Drawn over the gutters, which would cover an outline of the editor itself.
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": {
    content: "''",
    position: "absolute",
    inset: 0,
    outline: "2px solid var(--accent)",
    outlineOffset: "-2px",
    pointerEvents: "none",
    zIndex: 300,
  },
  ".cm-scroller": { overflow: "auto", font: "inherit", lineHeight: "20px", overscrollBehavior: "contain" },
  ".cm-content": { padding: "4px 0 24px", caretColor: "var(--ink)", minHeight: "100%" },
  ".cm-line": { padding: "0 12px 0 4px" },
  ".cm-placeholder": { display: "var(--gutters, inline)", color: "var(--ink-3)", font: ".8125rem/20px var(--sans)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-activeLine": { background: "none" },
  ".cm-line.at": { background: "var(--sel)" },
  ".cm-line.span": { boxShadow: "inset 2px 0 var(--accent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "var(--choice)",
  },
  ".cm-matchingBracket": { background: "none" },
  "&.cm-focused .cm-matchingBracket": { background: "none", outline: "1px solid var(--edge)" },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { background: "none" },
  ...underlines,
  ...lens,
  ...inner,
  ...gutters,
  ...floats,
});

export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: "var(--key)" },
    { tag: tags.string, color: "var(--str)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--num)" },
  ]),
);
