/**
 * The band over the whole width: word, one sentence, facts, what to do next.
 */
import { adviceOf, elapsed, glyph, headline, html, messageOf, nothing, openMenu, prose, size, t, tongue, worded } from "../dom.js";
import { GLYPH, causeOf, hopLabel, loose, pending } from "./select.js";

/**
 * @typedef {object} Band
 * @property {string} look fail, warn, pass, info or empty
 * @property {string} glyph
 * @property {string} status
 * @property {string} word
 * @property {unknown} say
 * @property {string} [lang] of the sentence, where it is the engine's own
 * @property {unknown} [why]
 * @property {[string, unknown][]} [facts]
 * @property {unknown} [next]
 * @property {unknown[]} [buttons]
 * @property {boolean} [open] a broken edge: no verdict was reached
 * @property {boolean} [alert]
 * @property {number | null} [progress] 0 to 1
 * @property {{code?: string, fault?: string}} [data]
 */

const button = (label, run, { main = false, off = false, quiet = false } = {}) =>
  html`<button class="btn ${main ? "main" : ""} ${quiet ? "quiet" : ""}" ?disabled=${off}
    @click=${run}>${label}</button>`;

const LOOK = { pass: "pass", warning: "warn", fail: "fail" };

/** What the page says right now. @param {import("../store.js").State} state */
export function bandOf(state, act) {
  if (state.engine.state === "failed") return failed(state, act);
  if (state.link) return brokenLink(state, act);
  if (state.opening === "link" || state.opening === "draft") return opening(state);
  if (state.phase === "empty") return empty(state, act);
  if (state.phase === "error") return stopped(state, act);
  if (pending(state) || !state.trace) return waiting(state, act);
  return verdict(state, act);
}

const STAGES = ["fetch", "inflate", "compile", "restore", "wheels", "imports", "first-call"];
const stageOf = ({ engine }) => (STAGES.includes(engine.stage) ? t(`stage.${engine.stage}`) : t("stage.fetch"));

function empty(state, act) {
  const starting = state.engine.state === "starting";
  return {
    look: starting ? "info" : "",
    open: !starting,
    glyph: starting ? "busy" : "nothing",
    status: starting ? "starting" : "nothing",
    word: t(starting ? "word.starting" : "word.empty"),
    say: t(wanted("empty.say", state)),
    why: starting ? t("starting.why", { stage: stageOf(state) }) : t(wanted("empty.why", state)),
    buttons: [
      html`<button class="btn main" @click=${act.pasteClipboard}>${t("empty.paste")} <kbd
        aria-hidden="true">${t("empty.paste.keys")}</kbd></button>`,
      button(t("empty.open"), act.openFiles),
    ],
    progress: starting ? progressOf(state) : null,
  };
}

/** What is wanted of an empty page depends on the view that was chosen. */
const wanted = (key, { view }) => (view === "trace" ? key : `${key}.${view}`);

const opening = (state) => ({
  look: "info",
  glyph: "busy",
  status: state.engine.state === "starting" ? "starting" : "checking",
  word: t(state.engine.state === "starting" ? "word.starting" : "word.checking"),
  say: t(`opening.${state.opening}`),
  progress: state.engine.state === "starting" ? progressOf(state) : null,
});

const progressOf = ({ engine }) => (engine.total ? engine.done / engine.total : 0.1);

function waiting(state, act) {
  const starting = state.engine.state === "starting";
  const time = elapsed(performance.now() - state.since);
  return {
    look: "info",
    open: !starting,
    glyph: "busy",
    status: starting ? "starting" : "checking",
    word: t(starting ? "word.starting" : "word.checking"),
    say: starting
      ? t("starting.say", { stage: stageOf(state), time })
      : state.phase === "partly"
        ? t("checking.partly", { n: state.trace.calls.length, size: size(state.chars), time })
        : t(state.superseded ? "checking.say" : "checking.first", { size: size(state.chars), time }),
    buttons: starting
      ? []
      : [
          html`<button class="btn" @click=${act.cancel}>${t("checking.cancel")} <kbd
            aria-hidden="true">Esc</kbd></button>`,
        ],
    progress: starting ? progressOf(state) : null,
  };
}

function stopped({ error }, act) {
  const cancelled = error.code === "cancelled";
  return {
    look: cancelled ? "" : "fail",
    open: cancelled,
    glyph: cancelled ? "nothing" : "fatal",
    status: "error",
    word: t(cancelled ? "word.cancelled" : "word.stopped"),
    say: cancelled ? t("cancelled.say") : prose(worded(error.message)),
    lang: cancelled ? undefined : tongue(worded(error.message), error.message),
    why: cancelled ? t("cancelled.why") : (error.steps ?? []).map(worded).join(" "),
    facts: cancelled ? [] : [[t("fact.code"), html`<code>${error.code}</code>`]],
    buttons: [button(t("stopped.again"), act.again, { main: true })],
    data: { code: error.code },
  };
}

function failed({ engine }, act) {
  const { fatal } = engine;
  return {
    look: "fail",
    glyph: "fatal",
    status: "failed",
    word: t("word.failed"),
    alert: true,
    say: fatal ? prose(worded(fatal.message)) : t("failed.say"),
    lang: fatal ? tongue(worded(fatal.message), fatal.message) : undefined,
    why: t("failed.why"),
    buttons: [
      button(t("failed.retry"), act.retry, { main: true }),
      engine.kind === "plain" ? nothing : button(t("failed.plain"), act.retryPlain),
      button(t("failed.copy"), act.copyDetails, { quiet: true }),
    ],
    data: { code: fatal?.code ?? "" },
  };
}

function brokenLink({ link }, act) {
  const finding = link.findings[0];
  return {
    look: "fail",
    glyph: "fail",
    status: "fail",
    word: t("word.link"),
    say: prose(finding ? messageOf(finding) : worded(link.message)),
    why: [prose(finding ? adviceOf(finding) : ""), " ", t("link.kept")],
    facts: finding ? [[t("fact.code"), codeLink(finding.code, act)]] : [],
    buttons: [button(t("link.dismiss"), act.dismissLink)],
    data: { code: finding?.code ?? "", fault: finding?.fault ?? "" },
  };
}

/** @param {import("../store.js").State} state */
function verdict(state, act) {
  const { trace } = state;
  const { verdict: said } = trace;
  const call = said.call === null || said.call === undefined ? null : trace.calls[said.call];
  const findings = call ? call.findings : loose(trace);
  const cause = trace.findings[causeOf(said, findings, trace.findings)] ?? null;
  const names = [
    ...[...trace.calls, ...trace.contracts].slice(0, 200).map(({ name }) => name),
    ...(trace.kind === "trace" ? [] : state.documents.map(({ name }) => name)),
  ];
  const shown = headline(said, trace.findings);
  return {
    look: LOOK[said.status] ?? trace.look ?? "",
    open: !(said.status in LOOK) && trace.look === undefined,
    glyph: GLYPH[said.status] ?? "diff",
    status: said.status,
    lang: trace.lang && tongue(shown, said.message),
    word: trace.word ?? t(`word.${said.status}`),
    say: prose(shown, names),
    why: trace.why ?? why(said, cause, call, trace, names),
    facts: facts(said, call, trace, act),
    next: cause?.advice ? [html`<strong>${t("band.next")}</strong> `, prose(adviceOf(cause), names)] : null,
    buttons: buttons(state, call, cause, act),
    data: { code: said.code ?? "", fault: said.fault ?? "" },
  };
}

function why(said, cause, call, trace, names) {
  const more =
    cause && cause.message !== said.message && !said.message.includes(cause.message)
      ? prose(messageOf(cause), names)
      : null;
  const blamed = call?.findings.some(
    (index) => trace.findings[index].fault === "model" && trace.findings[index].severity !== "note",
  );
  const cleared = call && said.status === "fail" && said.fault && said.fault !== "model" && !blamed;
  return more || cleared ? [more, more && cleared ? " " : null, cleared ? t("band.cleared") : null] : null;
}

function facts(said, call, trace, act) {
  const pairs = [];
  if (call && trace.calls.length > 1)
    pairs.push([t("fact.call"), t("fact.of", { n: said.call + 1, all: trace.calls.length })]);
  if (said.stops_at) pairs.push([t("fact.stops"), hopLabel(said.stops_at)]);
  if (said.hop && said.hop !== said.stops_at)
    pairs.push([t(said.stops_at ? "fact.cause" : "fact.hop"), hopLabel(said.hop)]);
  if (said.fault && said.status !== "nothing") pairs.push([t("fact.fault"), t(`fault.${said.fault}`)]);
  if (said.code) pairs.push([t("fact.code"), codeLink(said.code, act)]);
  return pairs;
}

const codeLink = (code, act) => html`<button class="link code-link" title=${t("findings.explain")}
  @click=${() => act.explain(code)}>${code}</button>`;

function buttons(state, call, cause, act) {
  const off = state.phase !== "fresh";
  const { kind } = state.trace;
  if (kind === "format") return formatButtons(state, off, act);
  if (state.documents.length < 2 && ["diff", "validate"].includes(kind))
    return [button(t("empty.paste"), act.pasteClipboard, { main: true, off })];
  if (kind === "diff") return diffButtons(state, off, act);
  const all = [];
  if (call?.reply) all.push(button(t("band.reply"), () => act.copyReply(call), { main: true, off }));
  if (cause?.at) all.push(button(t("band.show"), () => act.chooseCause(), { main: !call?.reply, off }));
  all.push(...NEXT[kind](state.trace, off, act));
  return [...all.slice(0, 3), ...(call ? [recipes(call, off, act)] : [])];
}

const toView = (view, off, act) => button(t(`view.${view}`), () => act.view(view), { off });

/** What a verdict leads to, by view. */
const NEXT = {
  trace({ verdict: { status }, calls }, off, act) {
    if (status === "nothing") return ["format", "validate"].map((view) => toView(view, off, act));
    const report = button(t("band.report"), act.copyReport, { off });
    if (status !== "unchecked") return [report];
    const propose = calls.length ? [button(t("band.propose"), act.propose, { off })] : [];
    return [button(t("band.contract"), act.addDocument, { main: true, off }), ...propose, report];
  },
  /** What is no schema may hold tools, whose schemas Trace finds. */
  validate: ({ verdict: { code } }, off, act) => (code === "schema-invalid" ? [toView("trace", off, act)] : []),
  contract: ({ verdict: { status } }, off, act) =>
    status === "nothing" ? [button(t("band.propose"), act.propose, { main: true, off })] : [],
};

/** What else can be taken away, in a menu; a narrow one is there where a phone has no room for all buttons. */
const others = (items, off, narrow = false) => html`<button class="btn quiet icon ${narrow ? "narrow" : ""}" aria-haspopup="menu"
  aria-expanded="false" aria-label=${t("band.more")} title=${t("band.more")} ?disabled=${off}
  @click=${(event) => openMenu(event.currentTarget, items)}>${glyph("more")}</button>`;

const recipes = (call, off, act) =>
  others(
    [
      { label: t("band.report"), run: act.copyReport },
      { label: t("band.pytest"), run: () => act.copyPytest(call) },
      { label: t("band.curl"), run: () => act.copyCurl(call) },
    ],
    off,
  );

const formatButtons = ({ trace }, off, act) =>
  trace.text
    ? [
        button(t("format.copy"), act.copyResult, { main: true, off }),
        button(t("format.replace"), act.replaceText, { off }),
      ]
    : [];

const diffButtons = ({ trace }, off, act) =>
  trace.laid && trace.changes.length
    ? [
        button(t("diff.markdown"), act.copyDiffMarkdown, { main: true, off }),
        button(t("diff.copy"), act.copyPatch, { off }),
        button(t("diff.text.copy"), act.copyDiffText, { off }),
        others([{ label: t("diff.text.copy"), run: act.copyDiffText }], off, true),
      ]
    : [];

/** Draw a band. @param {Band} band */
export const bandView = (band, stale) => html`<section
    class="verdict ${band.look} ${band.open ? "open" : ""}" data-testid="verdict" data-status=${band.status}
    data-code=${band.data?.code ?? ""} data-fault=${band.data?.fault ?? ""} aria-label=${t("band.label")} aria-busy=${stale ? "true" : "false"}>
  <span class="word">${glyph(band.glyph, { more: band.glyph === "busy" ? "spin" : "" })}${band.word}</span>
  <div>
    <div role=${band.alert ? "alert" : "status"}><h1 lang=${band.lang ?? nothing}>${band.say}</h1></div>
    ${band.why ? html`<p>${band.why}</p>` : nothing}
    ${band.facts?.length ? html`<dl class="facts">${band.facts.map(fact)}</dl>` : nothing}
  </div>
  ${
    band.next || band.buttons?.length
      ? html`<div class="next ${band.next ? "" : "bar"}">${band.next ? html`<p>${band.next}</p><div
        class="bar">${band.buttons}</div>` : band.buttons}</div>`
      : nothing
  }
  ${band.progress === null || band.progress === undefined ? nothing : html`<div class="prog"><i
    .style=${`width: ${Math.round(band.progress * 100)}%`}></i></div>`}
</section>`;

const fact = ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
