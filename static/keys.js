/**
 * Keys that work everywhere on the page. Letters without a modifier belong to lists alone.
 */

const command = (event) => event.ctrlKey || event.metaKey;

/**
 * @param {Record<string, () => void>} act
 * @param {() => boolean} modal whether a dialog is open
 */
export function listenKeys(act, modal) {
  const bound = {
    F8: (event) => act.step(event.shiftKey ? -1 : 1),
    F6: (event) => act.pane(event.shiftKey ? -1 : 1),
    Escape: () => act.escape(),
  };
  const shifted = { KeyF: () => act.formatHere(), KeyJ: () => act.openQuery(), KeyI: () => act.toggleInner() };
  const commands = { k: () => act.openPalette(), o: () => act.openFiles(), s: () => act.save() };
  addEventListener("keydown", (event) => {
    if (modal() || (event.key === "Escape" && event.defaultPrevented)) return;
    const both = event.altKey && event.shiftKey && shifted[event.code];
    if (both) {
      event.preventDefault();
      return both();
    }
    const run =
      command(event) && !event.altKey && !event.shiftKey ? commands[event.key.toLowerCase()] : bound[event.key];
    if (!run) return;
    if (event.key !== "Escape") event.preventDefault();
    run(event);
  });
}

/**
 * Files dropped anywhere, text pasted anywhere outside a field.
 * @param {{files: (files: FileList) => void, text: (text: string) => void, over: (is: boolean) => void}} take
 */
export function listenDrops(take) {
  let depth = 0;
  const mark = (by) => {
    depth = Math.max(0, depth + by);
    take.over(depth > 0);
  };
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragenter", (event) => carries(event) && mark(1));
  addEventListener("dragleave", (event) => carries(event) && mark(-1));
  addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    mark(-depth);
    take.files(event.dataTransfer.files);
  });
  addEventListener("paste", (event) => {
    if (event.defaultPrevented || isField(event.composedPath()[0])) return;
    const text = event.clipboardData.getData("text/plain");
    if (event.clipboardData.files.length && !text) take.files(event.clipboardData.files);
    else if (text) take.text(text);
  });
}

const isField = (node) =>
  node instanceof Element &&
  (node.matches("input, textarea, select") || node.closest("[contenteditable=true]") !== null);
