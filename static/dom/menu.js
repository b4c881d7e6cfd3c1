/**
 * A menu beside the button that opens it; the browser closes it on Escape or a press elsewhere.
 */
import { html, render } from "lit-html";
import { roving } from "./roving.js";

/** @type {HTMLElement | null} */
let host = null;
/** @type {HTMLElement | null} */
let owner = null;

/**
 * @typedef {{label: unknown, run?: () => void, current?: boolean, keys?: string, break?: boolean}} MenuItem
 *
 * Open a menu under a button; the same button pressed again closes it.
 * @param {HTMLElement} button
 * @param {MenuItem[]} items
 */
export function openMenu(button, items) {
  host ??= create();
  render(items.map(entry), host);
  owner = button;
  button.setAttribute("aria-expanded", "true");
  host.showPopover();
  place(button, host);
  /** @type {HTMLElement | null} */ (host.querySelector("[role=menuitem]"))?.focus();
}

const closeMenu = () => host?.matches(":popover-open") && host.hidePopover();

function create() {
  const node = document.createElement("div");
  node.className = "menu";
  node.popover = "auto";
  node.setAttribute("role", "menu");
  node.addEventListener("keydown", roving("[role=menuitem]"));
  node.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") owner?.setAttribute("aria-expanded", "false");
  });
  document.querySelector("main").append(node);
  return node;
}

const entry = ({ label, run, current, keys, break: broken }) => html`<button
  role="menuitem" tabindex="-1" class=${broken ? "apart" : ""} aria-current=${current ? "true" : "false"}
  @click=${() => {
    closeMenu();
    owner?.focus();
    run?.();
  }}>${label}${keys ? html`<kbd aria-hidden="true">${keys}</kbd>` : ""}</button>`;

function place(button, menu) {
  const at = button.getBoundingClientRect();
  const room = document.documentElement.clientWidth - menu.offsetWidth - 8;
  menu.style.left = `${Math.max(8, Math.min(at.left, room))}px`;
  menu.style.top = `${Math.min(at.bottom + 2, innerHeight - menu.offsetHeight - 8)}px`;
}
