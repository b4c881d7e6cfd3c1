/**
 * The button that was pressed last, and a tick on it once it has done what it says.
 */

/** How long a tick stays, ms. */
const TICKED = 1500;

/** @type {HTMLElement | null} */
let last = null;

document.addEventListener("keydown", () => (last = null), true);
document.addEventListener("click", ({ target }) => (last = /** @type {Element} */ (target).closest("button")), true);

/**
 * Keep in mind what was pressed, until it is known whether it is done.
 * @returns {() => void} puts a tick there; where a menu has closed meanwhile, on the button that it belongs to
 */
export function pressed() {
  const button = last;
  return () => {
    const shown = button && (button.checkVisibility() ? button : document.activeElement?.closest("button"));
    if (!shown) return;
    shown.toggleAttribute("data-done", true);
    setTimeout(() => shown.removeAttribute("data-done"), TICKED);
  };
}
