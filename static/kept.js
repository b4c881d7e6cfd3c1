// What a start has made of the runtime's files, kept in the browser so that later visits need not make it again: the memory
// image put together, the machine code inflated.

const STORE = "image";
/** Beside the address of the file as the host has it, so that neither is taken for the other. */
const named = (/** @type {string} */ url) => url.replace("snapshot-", "image-").replace(/\.wasm\.bin$/, ".wasm");

/** What an earlier visit made of the file at this address. @param {string} url @returns {Promise<Response | null>} */
export async function keptOf(url) {
  return (await inStore((store) => store.match(named(url)))) ?? null;
}

/**
 * Keeps what was made, in place of what other versions left; where the browser lets nothing be kept, each visit makes it anew.
 * @param {{url: string, made: Blob | Uint8Array | Promise<Blob | null> | null}[]} all  null for what is kept already
 */
export async function keepMade(all) {
  await inStore(async (store) => {
    const wanted = all.map(({ url }) => named(url));
    for (const { url } of await store.keys()) if (!wanted.includes(url)) await store.delete(url);
    for (const { url, made } of all) {
      const content = await made;
      if (content) await store.put(named(url), new Response(/** @type {any} */ (content)));
    }
  });
}

export async function forgetMade() {
  await orNull(() => caches.delete(STORE));
}

/** @template T @param {(store: Cache) => Promise<T>} work */
const inStore = (work) => orNull(async () => work(await caches.open(STORE)));

/** @template T @param {() => Promise<T>} work @returns {Promise<T | null>} null where storage is refused or full */
async function orNull(work) {
  try {
    return await work();
  } catch {
    return null;
  }
}
