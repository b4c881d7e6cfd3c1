/**
 * The texts that Format and Diff show: editors of their own, written only when there is another text.
 */
import { byId, pointerLines, t } from "../dom.js";
import { changeLines } from "./diff.js";
import { Editor } from "./editor/editor.js";
import { SideBySide } from "./editor/merge.js";

const DEAF = { changed() {}, replaced() {}, moved() {}, pressed() {}, files() {}, pasted: () => false, leave() {} };

export class Stage {
  #laid = "";
  #compared = null;
  /** @type {{left: Map<string, number>, right: Map<string, number>} | null} */
  #lines = null;

  constructor() {
    this.output = new Editor(byId("output"), DEAF, true);
    this.output.set(1, t("format.result"), "");
    this.output.show(1);
    this.both = new SideBySide(byId("sides"));
  }

  /**
   * @param {import("../store.js").State} state
   * @param {any} result for the present text, or null
   * @param {boolean} there whether a view with tools is shown at all
   */
  draw(state, result, there) {
    byId("output").hidden = !there || state.view !== "format";
    this.#format(state.phase === "fresh" && result?.kind === "format" ? result.text : "");
    const wide =
      (there && state.view === "diff" && result?.laid) || (state.view === "contract" && result?.contracts?.length);
    byId("work").classList.toggle("whole", Boolean(wide) && state.whole);
    this.#diff(there && state.view === "diff" && result?.laid ? result : null);
  }

  #format(text) {
    if (text === this.#laid) return;
    this.#laid = text;
    this.output.set(1, t("format.result"), text);
  }

  #diff(result) {
    byId("diff").hidden = !result;
    if (result === this.#compared) return;
    this.#compared = result;
    this.#lines = null;
    if (!result) return this.both.clear();
    const { sides, laid } = result;
    this.both.set({ name: sides.left, text: laid.left }, { name: sides.right, text: laid.right });
  }

  /** Bring a change into sight on both sides. */
  showChange(change) {
    const { laid } = this.#compared;
    this.#lines ??= { left: pointerLines(laid.left), right: pointerLines(laid.right) };
    const { left, right } = changeLines(change, this.#lines);
    this.both.show(left, right);
    if (matchMedia("(max-width: 879px)").matches) byId("sides").scrollIntoView({ block: "nearest" });
  }
}
