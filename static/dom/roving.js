/**
 * One tab stop for a list: arrow keys move inside it.
 */
const STEP = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const target = (items, at, key) => {
  if (key === "Home") return items[0];
  if (key === "End") return items[items.length - 1];
  return key in STEP ? items[Math.min(Math.max(at + STEP[key], 0), items.length - 1)] : null;
};

/**
 * A keydown listener for a list whose items match the selector.
 * @param {string} selector
 * @param {(item: HTMLElement) => void} [reached] told the item that has the focus now
 * @returns {(event: KeyboardEvent) => void}
 */
export function roving(selector, reached = () => {}) {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    const items = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(selector))];
    const next = target(items, items.indexOf(/** @type {HTMLElement} */ (event.target)), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    reached(next);
  };
}
