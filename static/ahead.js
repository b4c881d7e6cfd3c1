/**
 * The beginning of a long case, to be judged ahead of the whole: who opens a log of many megabytes sees its first calls at once.
 */

/** A shorter document is judged whole; of a longer one so much is judged ahead, in characters. */
const LONG = 1_000_000;
const AHEAD = 100_000;
/** A longer line is not read here. */
const LINE_MOST = 50_000;

/** What a text that stands beside long ones adds is judged anew with them, so it is not to be long itself. */
const short = ({ text }) => text.length < AHEAD;

/**
 * The documents with the long ones cut behind a line; null where that says nothing, since a cut means something in JSON Lines
 * alone, each line of which stands for itself.
 * @param {{name: string, text: string}[]} documents
 * @returns {{name: string, text: string}[] | null}
 */
export function beginning(documents) {
  const cut = documents.map((each) => (each.text.length > LONG && isLines(each.text) ? { ...each, text: first(each.text) } : each));
  return cut.some((each, index) => each !== documents[index]) && cut.every(short) ? cut : null;
}

/** Findings that a later line may take back: the answer is still to come. */
const OPEN = new Set(["return-missing", "result-unanswered"]);

/**
 * What can be said of a beginning already: calls that wait for their answer are left out.
 * @param {{calls: {findings: number[]}[], findings: {code: string}[]}} result
 */
export function settledIn(result) {
  const open = ({ findings }) => findings.some((index) => OPEN.has(result.findings[index].code));
  return { ...result, calls: result.calls.filter((call) => !open(call)) };
}

/** Whether the first two lines are JSON, each on its own. @param {string} text */
function isLines(text) {
  const from = text.search(/\S/);
  const [one, other] = text.slice(from, from + 2 * LINE_MOST).split("\n", 2);
  return isRecord(one) && isRecord(other);
}

/** @param {string | undefined} line */
function isRecord(line) {
  try {
    return /^\s*[{[]/.test(line ?? "") && Boolean(JSON.parse(line ?? ""));
  } catch {
    return false;
  }
}

const first = (/** @type {string} */ text) => text.slice(0, text.lastIndexOf("\n", AHEAD - 2) + 1);
