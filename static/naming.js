/**
 * Names for texts that nobody named: by what the trace read in them.
 */

const RECORDINGS = ["har", "cassette", "websocket"];

/**
 * The key of the words for what a document is; null where nothing is known of it.
 * @param {any} trace the result of `trace`
 * @param {{name: string, dialect: string | null, layers: string[], hops: string[]}} document one of its documents
 */
export function kindOf({ contracts }, { name, dialect, layers, hops: captured }) {
  const hops = new Set(captured);
  for (const { mounts } of contracts) for (const { hop, at } of mounts) if (at.document === name) hops.add(hop);
  if (layers.some((layer) => RECORDINGS.includes(layer))) return "kind.recording";
  if (layers.includes("sse")) return "kind.stream";
  if (dialect === "contract") return "kind.contract";
  if (hops.has("execute") || hops.has("result")) return "kind.log";
  if (hops.has("offer") || hops.has("return")) return "kind.request";
  if (hops.has("call") || hops.has("answer")) return "kind.response";
  if (hops.has("discover")) return "kind.tools";
  if (dialect === "mcp") return "kind.log";
  return dialect ? "kind.capture" : null;
}

/**
 * Give documents their new names in every place of a result, which is changed. What the user wrote (`value`) is not looked into.
 * @param {any} value the result, or a part of it
 * @param {Map<string, string>} names by the names that they had
 */
export function rename(value, names) {
  if (value === null || typeof value !== "object") return;
  if (names.has(value.document) && "start" in value) value.document = names.get(value.document);
  for (const [key, each] of Object.entries(value)) if (key !== "value") rename(each, names);
}
