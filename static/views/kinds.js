/**
 * The views by what they ask of the engine and how its answer becomes what band, findings and marks show: all speak
 * in findings and one verdict, so the page draws them alike.
 *
 * @typedef {object} Ask
 * @property {string} method
 * @property {object} params
 *
 * @typedef {object} Texts reads the documents as they are now
 * @property {() => {name: string, text: string}[]} all
 * @property {(name: string) => string} named
 */
import { t } from "../dom.js";
import { pair, unlike } from "./pairing.js";

/** Places name parameters; here they get the names of the documents these stood for. */
const rename = (names) => (place) => place && { ...place, document: names[place.document] ?? place.document };

function renamed(finding, names) {
  const place = rename(names);
  return {
    ...finding,
    at: place(finding.at),
    schema_at: place(finding.schema_at),
    related: (finding.related ?? []).map(place),
    fix: finding.fix && { ...finding.fix, edits: finding.fix.edits.map(place) },
  };
}

const alike = (findings, verdict, more) => ({
  documents: [],
  contracts: [],
  calls: [],
  findings,
  verdict: { call: null, hop: null, stops_at: null, fault: null, code: null, ...verdict },
  ...more,
});

/** With more calls than this, a result tells rows of them, and the whole of one when it is looked at. */
const FEW = 50;

const trace = {
  ask: ({ call, wanted }, texts) => ({
    method: "trace",
    params: { documents: texts.all(), rows: FEW, whole: [call ?? 0, wanted ?? 0] },
  }),
  read: (result) => ({ kind: "trace", lang: "en", ...result }),
  /** Each line of a log stands for itself, so that its beginning tells something. */
  ahead: true,
};

const STATUS = { complete: "pass", normalised: "warning", guessed: "fail", unreadable: "fail" };

const format = {
  ask: ({ options, documents, active }, texts) => ({
    method: "format",
    params: {
      text: texts.named(nameOf(documents, active)),
      indent: options.indent,
      sort_keys: options.sort,
      repair: options.repair,
      unwrap: options.unwrap,
    },
  }),
  read(result, { documents, active }) {
    const name = nameOf(documents, active);
    const findings = result.findings.map((finding) => renamed(finding, { text: name }));
    const { completeness, layers, edits } = result;
    const said = t(`format.${completeness}`, { n: edits.length });
    const peeled = layers.length ? ` ${t("format.peeled", { layers: layers.join(" › ") })}` : "";
    const verdict = { status: STATUS[completeness], code: worstCode(findings), message: said + peeled };
    return alike(findings, verdict, {
      kind: "format",
      word: t(`completeness.${completeness}.word`),
      text: result.text,
      edits,
      name,
    });
  },
};

const validate = {
  ask(state, texts) {
    const { schema, instance } = sides(state, texts);
    return instance
      ? {
          method: "validate",
          params: { schema: texts.named(schema), instance: texts.named(instance), formats: state.options.formats },
        }
      : null;
  },
  read(result, state, texts) {
    const { schema, instance } = sides(state, texts);
    if (!result)
      return alike([], { status: "unchecked", message: t("validate.two") }, { kind: "validate", schema, instance });
    const findings = result.findings.map((finding) => renamed(finding, { schema, instance }));
    const key = result.valid === null ? "open" : result.valid ? "yes" : "no";
    const status = { yes: "pass", no: "fail", open: "unchecked" }[key];
    const errors = findings.filter(({ severity }) => severity === "error").length + result.more;
    return alike(
      findings,
      { status, code: worstCode(findings), message: t(`validate.${key}`, { n: errors, instance, schema }) },
      { kind: "validate", schema, instance, more: result.more },
    );
  },
};

const diff = {
  ask(state, texts) {
    const { left, right } = pair(state, texts);
    return right
      ? { method: "diff", params: { left: texts.named(left), right: texts.named(right), as: state.options.as } }
      : null;
  },
  /** Both sides are shown laid out alike, so that only what differs in meaning is unlike. */
  also(state, texts) {
    const { left, right } = pair(state, texts);
    const lay = (name) => ({ method: "format", params: { text: texts.named(name), sort_keys: true, unwrap: true } });
    return right ? [lay(left), lay(right)] : [];
  },
  read(result, state, texts, [one, other]) {
    const nothing = { status: "unchecked", message: t("diff.two") };
    if (!result) return alike([], nothing, { kind: "diff", word: t("view.diff"), look: "" });
    const names = pair(state, texts);
    const place = rename(names);
    const changes = result.changes.map((change) => ({
      ...change,
      left: place(change.left),
      right: place(change.right),
    }));
    const findings = result.findings.map((finding) => renamed(finding, names));
    const status = result.equal ? "pass" : "changed";
    const verdict = { status, code: worstCode(findings), message: result.summary.text };
    const word = result.equal ? t("diff.word.equal") : t("diff.word", { n: changes.length });
    return alike(findings, verdict, {
      kind: "diff",
      lang: "en",
      word,
      look: "info",
      why: unlike(texts.named(names.left), texts.named(names.right)) ? t("diff.unlike") : null,
      changes,
      patch: result.patch,
      patch_text: result.patch_text ?? JSON.stringify(result.patch, null, 2),
      laid: { left: one.text, right: other.text },
      sides: names,
    });
  },
};

/** Characters up to which all that providers say of all tools is told at once; past it that of the shown tool alone. */
const REASONED = 150_000;
const isShort = (documents) => documents.reduce((sum, { text }) => sum + text.length, 0) <= REASONED;

/** Sound tools that their own provider refuses want work now; what another one would say is good to know. */
const soundness = (athome, refused) => (athome ? "contract.own" : refused ? "contract.some" : "contract.none");

const contract = {
  ask(_state, texts) {
    const documents = texts.all();
    return { method: "lint", params: { documents, reasons: isShort(documents) } };
  },
  read(result, _state, texts) {
    const { contracts, findings } = result;
    const drift = findings.filter(({ code, severity }) => code === "contract-drift" && severity === "error");
    const bad = findings.filter(({ fault, severity }) => fault === "contract" && severity === "error");
    const refused = contracts.filter(({ providers }) => Object.values(providers).includes("fail")).length;
    const athome = contracts.filter(({ providers, own }) => own.some((id) => providers[id] === "fail")).length;
    const worst = drift[0] ?? bad[0] ?? null;
    const message =
      worst?.message ??
      (contracts.length ? t(soundness(athome, refused), { n: contracts.length, refused: athome || refused }) : t("contract.empty"));
    const status = worst ? "fail" : !contracts.length ? "nothing" : athome ? "warning" : "pass";
    const verdict = {
      status,
      code: worst?.code ?? null,
      fault: worst?.fault ?? null,
      hop: worst?.hop ?? null,
      message,
    };
    return alike(findings, verdict, {
      kind: "contract",
      lang: worst ? "en" : undefined,
      contracts,
      reasoned: isShort(texts.all()),
      ...(drift.length ? { word: t("contract.drift") } : {}),
    });
  },
};

const nameOf = (documents, active) => documents.find(({ id }) => id === active)?.name ?? "";
const worstCode = (findings) =>
  (findings.find(({ severity }) => severity === "error") ?? findings.find(({ severity }) => severity === "warning"))
    ?.code ?? null;

const SCHEMA_WORDS = /"(?:\$schema|properties|\$defs|\$ref|anyOf|oneOf|allOf|enum|const|pattern)"\s*:/;

/**
 * Which document is the schema and which the instance: as chosen, else the first that reads like a schema.
 * @param {import("../store.js").State} state
 * @param {Texts} texts
 */
export function sides({ documents, sides: chosen }, texts) {
  const names = documents.map(({ name }) => name);
  if (names.length < 2) return { schema: names[0], instance: null };
  const looks = (name) => SCHEMA_WORDS.test(texts.named(name).slice(0, 4000));
  const schema = names.includes(chosen?.schema) ? chosen.schema : (names.find(looks) ?? names[0]);
  const instance =
    names.includes(chosen?.instance) && chosen.instance !== schema
      ? chosen.instance
      : names.find((name) => name !== schema);
  return { schema, instance };
}

/** @type {Record<string, {ask: Function, read: Function}>} */
export const KINDS = { trace, format, validate, diff, contract };
