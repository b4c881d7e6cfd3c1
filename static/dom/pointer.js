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
 * The line, counted from 0, on which each value begins. In a text of several values the first step counts them.
 * @param {string} text JSON as `format` lays it out
 * @returns {Map<string, number>}
 */
export function pointerLines(text) {
  if (text.length > LONGEST) return new Map();
  const { lines, values } = walk(text);
  return values > 1 ? lines : new Map([...lines].map(([pointer, line]) => [pointer.slice(2), line]));
}

/** Longer texts are not searched for places. */
const LONGEST = 10_000_000;

/** @typedef {{pointer: string, index: number | null}} Open an object, or an array with the index it is at */

function walk(text) {
  const lines = new Map();
  /** @type {Open[]} */
  const open = [{ pointer: "", index: 0 }];
  let [line, name, last] = [0, null, ""];
  for (const [token] of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (token === "\n") line += 1;
    else if (token === ":") name = key(last);
    else if (token === "," && top.index !== null) top.index += 1;
    else if (token === "}" || token === "]") {
      open.pop();
      if (open.length === 1) open[0].index += 1;
    } else if (token !== "," && (top.index !== null || name !== null)) {
      const pointer = top.pointer + step(top.index ?? name);
      lines.set(pointer, line);
      name = null;
      if (token === "{" || token === "[") open.push({ pointer, index: token === "[" ? 0 : null });
      else if (open.length === 1) top.index += 1;
    }
    if (token !== "\n") last = token;
  }
  return { lines, values: open[0].index };
}
