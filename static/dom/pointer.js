/**
 * Where the values of laid-out JSON stand, by JSON Pointer. It walks tokens, so it holds no value.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n|[^\s"{}[\],:]+/g;
const step = (key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

const key = (token) => {
  try {
    return JSON.parse(token);
  } catch {
    return token.slice(1, -1);
  }
};

/**
 * The line, counted from 0, on which each value begins.
 * @param {string} text JSON as `format` lays it out
 * @returns {Map<string, number>}
 */
export function pointerLines(text) {
  const lines = new Map();
  if (text.length > 1e6) return lines;
  /** @type {{pointer: string, index: number | null}[]} */
  const open = [];
  let [line, name, last] = [0, null, ""];
  const here = () => {
    const top = open.at(-1);
    if (!top) return "";
    return top.pointer + step(top.index === null ? name : top.index);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "\n") line += 1;
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") name = key(last);
    else if (token === ",") { if (open.at(-1)?.index != null) open.at(-1).index += 1; }
    else if (token === "{" || token === "[") {
      const pointer = here();
      if (!lines.has(pointer)) lines.set(pointer, line);
      open.push({ pointer, index: token === "[" ? 0 : null });
    } else {
      const member = open.at(-1)?.index === null && token.startsWith('"');
      if (!member || name !== null) lines.set(here(), line);
    }
    if (token === "," || token === "{") name = null;
    if (token !== "\n") last = token;
  }
  return lines;
}
