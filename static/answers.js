/**
 * What views ask the engine beside the result that they draw, once for each result and question.
 *
 * @typedef {{fix: {title: string, edits: object[]} | null, changes: object[], before_text: string, after_text: string,
 *   stripped: Rewrite | null}} Rewrite what a provider wants instead of a tool's schema
 * @typedef {{text: string, losses: object[], changes: object[], findings: object[]}} Converted
 */

/**
 * @param {(method: string, params: object, options?: object) => Promise<any>} request
 * @param {() => {name: string, text: string}[]} documents the texts that the result belongs to
 * @param {() => void} arrived
 */
export function createAnswers(request, documents, arrived) {
  /** @type {WeakMap<object, Map<string, any>>} */
  const known = new WeakMap();

  async function ask(answers, key, method, params, read) {
    answers.set(key, undefined);
    try {
      answers.set(key, read(await request(method, { documents: documents(), ...params })));
    } catch (error) {
      if (error.code === "bad-params") answers.set(key, null);
      else return answers.delete(key);
    }
    arrived();
  }

  /** The answer, null where there can be none, undefined until it is there. */
  function of(result, method, params, read = (answer) => answer) {
    const answers = known.get(result) ?? new Map();
    known.set(result, answers);
    const key = JSON.stringify([method, params]);
    if (!answers.has(key)) ask(answers, key, method, params, read);
    return answers.get(key);
  }

  return {
    /**
     * What a provider wants instead of a tool's schema; null where the schema may stay as it is.
     * @param {object} result whose texts are those of `documents` now
     * @param {string} tool
     * @param {string} provider
     * @returns {Rewrite | null | undefined}
     */
    rewrite: (result, tool, provider) =>
      of(
        result,
        "lint",
        { tool, providers: [provider], rewrites: true },
        ({ contracts }) => contracts[0]?.rewrites?.[provider] ?? null,
      ),
    /** The findings about one tool. @param {object} result @param {string} tool @returns {object[] | null | undefined} */
    reasons: (result, tool) => of(result, "lint", { tool }, ({ findings }) => findings),
    /** @param {object} result @param {object} params of `convert` @returns {Converted | null | undefined} */
    converted: (result, params) => of(result, "convert", params),
    /** Tools as they are sent to a provider: all, or one. @param {{id: string, dialect: string}} provider @param {string} [tool] */
    written: ({ id, dialect }, tool) =>
      request("convert", { documents: documents(), to: dialect, provider: id, ...(tool ? { tool } : {}) }),
    /** A contract drawn from what the documents hold. */
    proposed: () => request("propose", { documents: documents() }),
  };
}
