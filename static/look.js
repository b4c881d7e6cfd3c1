/**
 * The theme and the width of the text: what the page remembers of its own look.
 */

const read = (key) => {
  try {
    return localStorage.getItem(`hopscope.${key}`);
  } catch {
    return null;
  }
};

const write = (key, value) => {
  try {
    if (value === null) localStorage.removeItem(`hopscope.${key}`);
    else localStorage.setItem(`hopscope.${key}`, value);
  } catch {
    // A page without storage forgets its look, nothing else.
  }
};

const THEMES = ["system", "light", "dark"];

/** The theme in use; an address may ask for one. */
export function startTheme() {
  const asked = new URLSearchParams(location.search).get("theme") ?? read("theme");
  return setTheme(THEMES.includes(asked) ? asked : "system", false);
}

/** @param {string} theme */
export function setTheme(theme, keep = true) {
  document.documentElement.dataset.theme = theme === "system" ? "" : theme;
  if (keep) write("theme", theme === "system" ? null : theme);
  return theme;
}

/** @param {string} theme */
export const nextTheme = (theme) => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];

/** Widths of the text in percent; the usual one is the style sheet's own. */
const [LEAST, USUAL, MOST, STEP] = [20, 36, 70, 2];

/**
 * Let a separator set how much of its container the left pane takes.
 * @param {HTMLElement} bar
 * @param {HTMLElement} work
 */
export function splitter(bar, work) {
  let share = Number(read("split")) || 0;
  const set = (value, keep = true) => {
    share = value && Math.min(Math.max(value, LEAST), MOST);
    work.style.setProperty("--split", share ? `${share}%` : "");
    bar.setAttribute("aria-valuenow", String(Math.round(share || USUAL)));
    if (keep) write("split", share ? String(share) : null);
  };
  const shareAt = (x) => ((x - work.getBoundingClientRect().left) / work.clientWidth) * 100;
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
    bar.focus();
  });
  bar.addEventListener("pointermove", (event) => bar.hasPointerCapture(event.pointerId) && set(shareAt(event.clientX)));
  bar.addEventListener("dblclick", () => set(0));
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by) set((share || shareAt(bar.getBoundingClientRect().left)) + by);
    else if (event.key === "Home") set(0);
    else return;
    event.preventDefault();
  });
  set(share, false);
}
