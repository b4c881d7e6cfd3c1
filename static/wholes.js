/**
 * The whole of calls that a result told as rows: asked for when one is looked at, together with its neighbours, each once.
 */

/** So many calls before and behind one come with it: who goes through a list finds them there. */
const AROUND = 16;

/** @param {object} call */
const isWhole = (call) => "value_text" in call;

/**
 * @param {object} parts
 * @param {(method: string, params: object, options?: object) => Promise<any>} parts.request
 * @param {() => {trace: any, phase: string}} parts.now the result that is there
 * @param {(name: string) => string} parts.named the text of a document
 * @param {(value: any, names: Map<string, string>) => void} parts.rename gives documents other names in all places of a value
 * @param {() => void} parts.arrived
 * @param {(error: any) => void} parts.failed
 */
export function createWholes({ request, now, named, rename, arrived, failed }) {
  /** By row, once it is asked for; null until it is there. @type {WeakMap<object, {call: object | null, coming: Promise<void>}>} */
  const known = new WeakMap();

  /** The documents as the result was asked for, under the names that they had then. */
  function asked({ documents, names }) {
    const before = new Map([...(names ?? [])].map(([old, name]) => [name, old]));
    return documents.map(({ name }) => ({ name: before.get(name) ?? name, text: named(name) }));
  }

  async function fetched(trace, indexes) {
    const params = { documents: asked(trace), calls: indexes };
    // In the slot of the check: what is asked of an older text gives way to the newer one.
    const { calls } = await request("calls", params, { slot: "check" });
    if (trace.names) rename(calls, trace.names);
    for (const { index, call } of calls) known.get(trace.calls[index]).call = call;
  }

  function ask(trace, at) {
    const indexes = [...trace.calls.keys()]
      .slice(Math.max(0, at - AROUND), at + AROUND + 1)
      .filter((index) => !isWhole(trace.calls[index]) && !known.has(trace.calls[index]));
    const coming = fetched(trace, indexes).then(arrived, (error) => {
      for (const index of indexes) known.delete(trace.calls[index]);
      if (error.code !== "superseded" && now().trace === trace) failed(error);
    });
    for (const index of indexes) known.set(trace.calls[index], { call: null, coming });
  }

  /** The whole of a call of the present result; null until it is there. */
  function of(call) {
    if (isWhole(call)) return call;
    const { trace, phase } = now();
    if (!known.has(call) && phase === "fresh") ask(trace, trace.calls.indexOf(call));
    return known.get(call)?.call ?? null;
  }

  async function arriving(call) {
    await known.get(call)?.coming;
    return known.get(call)?.call ?? null;
  }

  return {
    of,
    /** Does something with the whole of a call: at once where it is there, since a browser lets copy only who was just told to. */
    async use(call, then) {
      const whole = of(call) ?? (await arriving(call));
      return whole && then(whole);
    },
  };
}
