/**
 * What leaves the page by the user's own act: the clipboard and files.
 */

/**
 * Put text on the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Clipboard access is refused outside secure contexts; a selected text area still copies there. */
function copyBySelection(text) {
  const area = document.createElement("textarea");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  area.value = text;
  area.className = "vh";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}

/**
 * Offer text as a download.
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
