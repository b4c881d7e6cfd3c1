/**
 * All tools of the documents as another dialect writes them: copied, saved, and what of them does not survive.
 */
import { html, nothing, t } from "../dom.js";
import { lostList } from "./lost.js";

/** @param {import("../store.js").State} state */
export function formsView(state, act) {
  const targets = Object.values(state.dialects ?? {}).filter(({ tools }) => tools);
  if (!targets.length) return nothing;
  const { to, strict } = state.form;
  const target = targets.find(({ id }) => id === to);
  const found = target ? act.converted({ to, strict: strict && target.strict }) : undefined;
  const off = !found || state.phase !== "fresh";
  return html`<div class="head"><h2>${t("contract.forms")}</h2></div>
    <div class="head tools-bar">
      <label>${t("contract.form")} <select data-testid="form" aria-label=${t("contract.form")}
        @change=${(event) => act.form({ to: event.target.value })}>
        <option value="" ?selected=${!target}>${t("contract.form.choose")}</option>
        ${targets.map(({ id, label }) => html`<option value=${id} ?selected=${id === to}>${label}</option>`)}</select></label>
      ${target?.strict ? html`<label><input type="checkbox" .checked=${strict}
        @change=${(event) => act.form({ strict: event.target.checked })}> ${t("contract.form.strict")}</label>` : nothing}
      ${target ? html`<button class="btn" ?disabled=${off} @click=${() => act.copy(found.text)}>${t("copy")}</button>
        <button class="btn" ?disabled=${off} data-testid="form-save" @click=${() => act.saveForm(found)}>${t("contract.form.save")}</button>` : nothing}
    </div>
    ${found ? html`<p class="pad">${told(found, state.trace.contracts.length)}</p>${lostList(found, act)}` : nothing}`;
}

const told = ({ losses, findings }, n) =>
  t(losses.length + findings.length ? "contract.form.lost" : "contract.form.whole", { n });
