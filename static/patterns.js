// The browser's own regular expressions, lent to the engine.

/**
 * JSON Schema's patterns are ECMA-262, so the engine is lent the real thing. Throws where the pattern is none.
 * @param {string} source @param {string} flags
 * @returns {(text: string) => number} where the first match ends, in UTF-16 code units; -1 where there is none
 */
export function pattern(source, flags) {
  const expression = new RegExp(source, flags);
  return (text) => {
    const found = expression.exec(text);
    return found ? found.index + found[0].length : -1;
  };
}
