/**
 * The calls as rows under the lane, grouped by turn. Long lists are windowed: only the rows in sight exist, and a scroll
 * writes other calls into them, since making a row costs many times more.
 */
import { glyph, html, nothing, number, region, t } from "../dom.js";
import { laneHead } from "./lane.js";
import { GLYPH, HOPS, chosenCall, counts, filtered, statusOf } from "./select.js";
import { statsView } from "./stats.js";

/** Beyond this the list scrolls on its own under the standing lane. */
const STANDING = 12;
/** Up to so many rows are all there; of more, so many as fit into the box, and some beyond each end. */
const ALL = 60;
const IN_SIGHT = 13;
const SPARE = 8;
/** On paper nothing scrolls: so many rows of a long list are there, and the rest is told as a number. */
const PRINTED = 500;
/** So many rows are made in one piece of work. */
const AT_ONCE = 14;
const KEYS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

export class CallsView {
  #top = 0;
  #row = 28;
  #state = null;
  /** How many rows the last result had: they are kept as blank lines while the next is awaited. */
  #blank = 0;
  #draw;
  /** Which of the rows are drawn, the last of them not. */
  #from = 0;
  #to = 0;
  /** Whether the statistics are open. */
  #statsOpen = false;
  /** Whether the page goes to paper. */
  #printed = false;
  /** What is listed of the last result: a scroll draws again and again, and every call would be looked at each time. */
  #listed = listing({ trace: null, filter: null });

  /** @param {HTMLElement} root @param {object} act */
  constructor(root, act) {
    this.root = root;
    this.act = act;
    this.#draw = region(
      root,
      (state) => [...seen(state), state.dialects, this.#from, this.#to, this.#statsOpen, this.#printed],
      (state) => this.#template(state),
    );
    matchMedia("print").addEventListener("change", ({ matches }) => this.#print(matches));
    addEventListener("beforeprint", () => this.#print(true));
    addEventListener("afterprint", () => this.#print(false));
  }

  /** @param {import("../store.js").State} state @returns {boolean} whether there are more rows to draw */
  update(state) {
    if (state.trace !== this.#state?.trace) this.#top = 0;
    const moved = state.call !== this.#state?.call;
    this.#state = state;
    const more = this.#drawRows(AT_ONCE);
    if (moved && state.call !== null) requestAnimationFrame(() => this.#reveal());
    return more;
  }

  /**
   * Draws the rows that belong into the window, but no more of them than that many beside those that are there.
   * @returns {boolean} whether there are others
   */
  #drawRows(fresh = SPARE) {
    const [from, to] = this.#window(this.#list(this.#state).rows.length);
    const most = from + (this.#to - this.#from) + fresh;
    [this.#from, this.#to] = [from, Math.min(to, most)];
    const focused = this.root.querySelector("[data-call]:focus");
    const call = focused?.dataset.call;
    this.#draw(this.#state);
    if (focused && focused.dataset.call !== call) this.#focus(call);
    return most < to;
  }

  #print(printed) {
    this.#printed = printed;
    if (this.#state) this.#drawRows(PRINTED);
  }

  /** The button of a call; null where its row is not drawn. */
  #rowOf(call) {
    return this.root.querySelector(`[data-call="${call}"]`);
  }

  /** The focus stays with its call; where that is out of sight, it stays in the list. */
  #focus(call) {
    const row = this.#rowOf(call) ?? this.root.querySelector("[data-call][tabindex='0']");
    row?.focus({ preventScroll: true });
  }

  #template(state) {
    const { trace } = state;
    const calls = trace?.calls ?? [];
    const { rows, marks, ...facts } = this.#list(state);
    if (trace) this.#blank = Math.min(rows.length, STANDING);
    const [from, to] = [this.#from, this.#to];
    const shown = rows.slice(from, to);
    const stop = (shown.find(({ call }) => call === state.call) ?? shown.find(({ call }) => call !== undefined))?.call;
    return html`${head(state, calls, facts, this.act)}${statsView(state, this.#statsOpen, this.#toggleStats)}
      <div class="listed"><div class="calls-box ${rows.length > STANDING ? "long" : ""}" @scroll=${this.#scrolled}>
        <table class="calls" aria-rowcount=${rows.length + 1} @keydown=${this.#key}>
          <caption class="vh">${t("calls.caption", { name: chosenCall(state)?.name ?? t("lane.none") })}</caption>
          <colgroup><col><col span="9"></colgroup>
          ${laneHead(state, chosenCall(state), this.act)}
          <tbody>
            ${spacer(from * this.#row)}
            ${shown.map((row, index) => this.#rowView(state, row, from + index, stop))}
            ${spacer((rows.length - to) * this.#row)}
            ${this.#printed ? unprinted(rows.slice(to)) : nothing}
            ${trace ? nothing : Array.from({ length: this.#blank }, () => html`<tr class="blank-row"><td
              colspan="10"></td></tr>`)}
            ${rows.length || !calls.length ? nothing : html`<tr class="none"><td
              colspan="10">${t("calls.none")}</td></tr>`}
          </tbody>
        </table>
      </div>
      ${rows.length > STANDING ? strip(marks) : nothing}</div>`;
  }

  #list({ trace, filter }) {
    if (trace !== this.#listed.trace || filter !== this.#listed.filter) this.#listed = listing({ trace, filter });
    return this.#listed;
  }

  #window(count) {
    if (count <= ALL) return [0, count];
    if (this.#printed) return [0, Math.min(count, PRINTED)];
    const top = Math.min(Math.floor(this.#top / this.#row), count - IN_SIGHT);
    return [Math.max(0, top - SPARE), Math.min(count, top + IN_SIGHT + SPARE)];
  }

  /** What the statistics tell is made when they are opened. */
  #toggleStats = ({ currentTarget }) => {
    this.#statsOpen = currentTarget.open;
    this.#draw(this.#state);
  };

  #rowView(state, row, position, stop) {
    if (row.turn !== undefined)
      return html`<tr class="turn" aria-rowindex=${position + 2}><th colspan="10"
        scope="rowgroup">${row.alone ? t("calls.alone") : t("calls.turn", { n: row.turn + 1, calls: t("calls.count", { n: row.count }) })}<span
          class="dim"> · ${this.act.dialect(row.dialect)}</span></th></tr>`;
    const call = state.trace.calls[row.call];
    const chosen = row.call === state.call;
    const { status } = call.verdict;
    return html`<tr aria-current=${chosen ? "true" : nothing} aria-rowindex=${position + 2}>
      <th scope="row"><button data-testid="call" data-call=${row.call} data-status=${status}
        tabindex=${row.call === stop ? 0 : -1} @click=${() => this.act.chooseCall(row.call)}>
        ${glyph(GLYPH[status], { label: t(`word.${status}`) })}<code translate="no"
          title=${call.name}>${call.name}</code><small class="dim mono"
            title=${call.id ?? ""}><bdi>${call.id ?? t("calls.noid")}</bdi></small></button></th>
      ${HOPS.map((hop) => cell(statusOf(call, hop), hop === state.hop))}</tr>`;
  }

  #scrolled = (event) => {
    const top = event.target.scrollTop;
    if (Math.abs(top - this.#top) < this.#row * (SPARE / 2) && top !== 0) return;
    this.#row = this.root.querySelector("tbody tr:not(.gap, .turn)")?.offsetHeight || this.#row;
    this.#top = top;
    this.#drawRows();
  };

  /** Bring the chosen row into the window of a long list. */
  #reveal() {
    const box = this.root.querySelector(".calls-box.long");
    if (!box || !this.#state.trace) return;
    const at = this.#list(this.#state).rows.findIndex((row) => row.call === this.#state.call) * this.#row;
    const room = box.clientHeight - (box.querySelector("thead")?.offsetHeight ?? 0);
    if (at >= box.scrollTop && at + this.#row <= box.scrollTop + room) return;
    box.scrollTop = Math.max(0, at - room / 2);
    this.#top = box.scrollTop;
    this.#drawRows();
  }

  #key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key in KEYS) this.#step(KEYS[key], event.target);
    else if (key === "ArrowLeft" || key === "ArrowRight") this.#hop(key === "ArrowRight" ? 1 : -1, event);
    else if (/^[1-9]$/.test(key)) this.act.chooseHop(HOPS[Number(key) - 1]);
    else if (key === "Enter" && event.target.dataset.testid === "call") this.#show(Number(event.target.dataset.call));
    else if (key === "c") this.act.copyReply(chosenCall(this.#state));
    else if (key === "/") this.root.querySelector("input[type=search]")?.focus();
    else if (key === "?") this.act.help();
    else return;
    event.preventDefault();
  };

  #step(by, target) {
    const order = filtered(this.#state);
    const from = order.indexOf(Number(target.dataset.call ?? this.#state.call));
    const next = order[Math.min(Math.max(from + by, 0), order.length - 1)];
    if (next === undefined) return;
    this.act.chooseCall(next);
    queueMicrotask(() => {
      if (!this.#rowOf(next)) this.#reveal(); // keys may come faster than frames
      this.#rowOf(next)?.focus({ preventScroll: true });
    });
  }

  #show(call) {
    if (call !== this.#state.call) this.act.chooseCall(call);
    this.act.showCall();
  }

  #hop(by, event) {
    const at = HOPS.indexOf(this.#state.hop);
    const next = HOPS[Math.min(Math.max(at + by, 0), HOPS.length - 1)];
    this.act.chooseHop(next);
    if (event.target.classList.contains("hop"))
      queueMicrotask(() => this.root.querySelector(`.hop[data-hop="${next}"]`)?.focus());
  }
}

const seen = ({ trace, call, hop, filter, phase }) => [trace, call, hop, filter, phase === "checking", phase === "partly"];

/** What is listed of a result, and what is told of all its calls. */
function listing({ trace, filter }) {
  if (!trace) return { trace, filter, rows: [], marks: [], turns: 0, count: {} };
  const { turns, count } = counts(trace);
  const rows = rowsOf(trace.calls, filtered({ trace, filter }), turns);
  return { trace, filter, rows, marks: worst(rows, trace.calls), turns, count };
}

/** Rows of the table: each turn's heading, then its calls; where no turn has two calls, one heading for all says so. */
function rowsOf(calls, order, turns) {
  const rows = [];
  let heading = null;
  const alone = turns > 1 && turns === calls.length;
  for (const index of order) {
    const { turn, dialect } = calls[index];
    const another = alone ? heading?.dialect !== dialect : heading?.turn !== turn;
    if (another) rows.push((heading = { turn, dialect, alone, count: 0 }));
    heading.count += 1;
    rows.push({ call: index });
  }
  return rows;
}

const cell = (status, on) =>
  html`<td class=${on ? "on" : ""}>${glyph(GLYPH[status], { label: t(`status.${status}`) })}</td>`;
const spacer = (height) =>
  height > 0
    ? html`<tr class="gap" aria-hidden="true" .style=${`height: ${height}px`}><td colspan="10"></td></tr>`
    : nothing;

/** What of a long list is not on the paper. */
function unprinted(rest) {
  const calls = rest.filter(({ call }) => call !== undefined).length;
  return calls ? html`<tr class="none"><td colspan="10">${t("calls.unprinted", { n: calls })}</td></tr>` : nothing;
}

const STATUSES = ["fail", "warning", "unchecked", "pass"];

function head(state, calls, { count, turns }, act) {
  return html`<div class="head"><h2>${state.trace ? t(state.phase === "partly" ? "calls.first" : "calls.count", { n: calls.length }) : t("calls.title")}</h2>
    <span class="dim">${turns ? t("calls.turns", { n: turns }) : ""}</span><span class="grow"></span>
    <input type="search" class="filter" placeholder=${t("calls.filter")} aria-label=${t("calls.filter.label")}
      .value=${state.filter.text}
      ?disabled=${!calls.length} @input=${(event) => act.filter({ text: event.target.value })}>
    <span class="bar tight" role="group" aria-label=${t("calls.status")}>
      ${pill(state, "all", calls.length, act)}${STATUSES.filter((status) => count[status]).map((status) => pill(state, status, count[status], act))}
    </span></div>`;
}

const pill = (
  { filter },
  status,
  count,
  act,
) => html`<button class="btn ${GLYPH[status] ?? ""}" aria-pressed=${filter.status === status ? "true" : "false"}
  @click=${() => act.filter({ status })}>${status === "all" ? html`${t("calls.all")} ${number(count)}` : html`${glyph(GLYPH[status])}<span class="w">${t(`word.${status}`)}</span> ${number(count)}`}</button>`;

const PARTS = 72;
/** A mark of few among many is pale, but never less than this. */
const PALE = 0.3;

/**
 * Where fails and warnings stand among the rows, in so many parts, and how much of each part they are.
 * @returns {{part: number, status: string, share: number}[]}
 */
function worst(rows, calls) {
  const found = new Map();
  rows.forEach((row, position) => {
    const status = row.call === undefined ? "pass" : calls[row.call].verdict.status;
    const part = Math.floor((position / rows.length) * PARTS);
    const known = found.get(part);
    if (known?.status === status) known.count += 1;
    else if (status === "fail" || (status === "warning" && !known)) found.set(part, { part, status, count: 1 });
  });
  const most = Math.max(1, rows.length / PARTS);
  return [...found.values()].map(({ part, status, count }) => ({ part, status, share: Math.min(1, count / most) }));
}

/** The same beside the scrollbar. */
function strip(marks) {
  return html`<div class="strip" aria-hidden="true">${marks.map(({ part, status, share }) => html`<i
    class=${GLYPH[status]} .style=${`top: ${(part / PARTS) * 100}%; opacity: ${PALE + (1 - PALE) * share}`}></i>`)}</div>`;
}
