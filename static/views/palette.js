/**
 * The command palette: type a few letters, choose with the arrows, run with Enter.
 */
import { html, nothing, t } from "../dom.js";

const SHOWN = 14;

/**
 * @param {{filter: string, at: number}} dialog
 * @param {{label: string, keys?: string, run: () => void}[]} commands
 */
export function paletteView(dialog, commands, act) {
  const fit = matching(commands, dialog.filter);
  const at = Math.min(dialog.at, Math.max(0, fit.length - 1));
  const key = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && fit.length) act.palette({ at: (at + by + fit.length) % fit.length });
    else if (event.key === "Enter" && fit[at]) act.runCommand(fit[at]);
    else return;
    event.preventDefault();
  };
  return html`<div class="palette"><h2 class="vh" id="dialog-title">${t("palette.title")}</h2>
    <input type="text" autofocus role="combobox" aria-expanded="true" aria-controls="commands"
      aria-autocomplete="list" aria-label=${t("palette.title")}
      aria-activedescendant=${fit.length ? `command-${at}` : nothing} placeholder=${t("palette.hint")} .value=${dialog.filter}
      @input=${(event) => act.palette({ filter: event.target.value, at: 0 })} @keydown=${key}>
    <div role="listbox" id="commands" aria-label=${t("palette.title")}>${fit.map(
      (
        command,
        index,
      ) => html`<div role="option" id=${`command-${index}`} aria-selected=${index === at ? "true" : "false"}
      @click=${() => act.runCommand(command)}>${command.label}${command.keys ? html`<kbd
        aria-hidden="true">${command.keys}</kbd>` : nothing}</div>`,
    )}</div>
    ${fit.length ? nothing : html`<p class="pad">${t("palette.none")}</p>`}</div>`;
}

/** Commands that hold all the words typed, in their own order. */
function matching(commands, filter) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, SHOWN);
}
