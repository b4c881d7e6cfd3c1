/**
 * What a provider wants instead of a tool's schema, asked for once for each result, tool and provider.
 *
 * @typedef {{fix: {title: string, edits: object[]} | null, changes: object[], before_text: string, after_text: string}} Rewrite
 */

/**
 * @param {(method: string, params: object, options?: object) => Promise<any>} request
 * @param {() => {name: string, text: string}[]} documents the texts that the result belongs to
 * @param {() => void} arrived
 */
export function createRewrites(request, documents, arrived) {
  /** @type {WeakMap<object, Map<string, Rewrite | null | undefined>>} */
  const known = new WeakMap();

  async function ask(answers, key, tool, provider) {
    answers.set(key, undefined);
    try {
      const params = { documents: documents(), tool, providers: [provider], rewrites: true };
      const { contracts } = await request("lint", params);
      answers.set(key, contracts[0]?.rewrites?.[provider] ?? null);
      arrived();
    } catch {
      answers.delete(key);
    }
  }

  return {
    /**
     * The rewrite, null where the schema may stay as it is, undefined until that is known.
     * @param {object} result whose texts are those of `documents` now
     * @param {string} tool
     * @param {string} provider
     */
    of(result, tool, provider) {
      const answers = known.get(result) ?? new Map();
      known.set(result, answers);
      const key = JSON.stringify([tool, provider]);
      if (!answers.has(key)) ask(answers, key, tool, provider);
      return answers.get(key);
    },
    /** All tools, or one, as the provider is sent them. @param {{id: string, dialect: string}} provider @param {string} [tool] */
    written: ({ id, dialect }, tool) =>
      request("convert", { documents: documents(), to: dialect, provider: id, ...(tool ? { tool } : {}) }),
  };
}
