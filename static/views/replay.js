/**
 * The chosen call with its result as another dialect writes them, to be sent again elsewhere.
 */
import { html, jsonCode, nothing, t } from "../dom.js";
import { lostList } from "./lost.js";

/** @param {import("../store.js").State} state */
export function replayTab(state, call, act) {
  const targets = Object.values(state.dialects ?? {}).filter(({ calls }) => calls);
  const to = state.replay || targets.find(({ id }) => id !== call.dialect)?.id;
  const found = to ? act.converted({ to, what: "calls", call: state.call }) : undefined;
  return [
    html`<div class="head tools-bar"><label>${t("replay.to")} <select data-testid="replay-to" aria-label=${t("replay.to")}
      @change=${(event) => act.replayFor(event.target.value)}>${targets.map(
        ({ id, label }) => html`<option value=${id} ?selected=${id === to}>${label}</option>`,
      )}</select></label></div>
      ${found ? html`${lostList(found, act)}<div class="code wrap bare" tabindex="0" role="group" data-testid="replay"
        aria-label=${t("detail.replay")}>${jsonCode(found.text)}</div>` : nothing}`,
    found?.text ?? null,
  ];
}
