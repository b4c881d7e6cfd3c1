// Serves the page's own files from a store of its own, so that a second visit works without a network.
//
// The build fills in the list of files; every file but the shell has its content's hash in its name. A new list makes a new
// store, and the old version stays in charge until the reader takes the new one or closes the page.

const { key, shell, files } = HOPSCOPE_FILES;
const STORE = `hopscope-${key}`;
const address = (/** @type {string} */ path) => new URL(path, self.registration.scope).href;
const known = new Set([...shell, ...files].map(address));

self.addEventListener("install", (event) => event.waitUntil(keep(shell, "reload")));
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([forgetOlder(), self.clients.claim()])));
self.addEventListener("message", (event) => event.waitUntil(hear(event.data, event.source)));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path) event.respondWith(serve(path, event.request));
  else if (event.request.method === "GET" && event.request.mode !== "navigate") event.respondWith(serveOlder(event.request));
});

/** @param {any} data @param {any} source */
async function hear(data, source) {
  if (data?.takeOver) self.skipWaiting();
  if (data?.store) {
    await keep(files, "force-cache");
    source?.postMessage({ stored: true });
  }
}

/** Names with a hash never change, so what the browser has already may be used. */
async function keep(/** @type {string[]} */ paths, /** @type {RequestCache} */ cache) {
  const store = await caches.open(STORE);
  const missing = [];
  for (const path of paths) if (!(await store.match(address(path)))) missing.push(new Request(address(path), { cache }));
  await store.addAll(missing);
}

/** The version before this one stays: a page of it that is still open may need another worker. */
async function forgetOlder() {
  const names = (await caches.keys()).filter((name) => /^hopscope-[0-9a-f]{12}$/.test(name) && name !== STORE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request @returns {string | null} the stored address that answers it */
function pathOf(request) {
  if (request.method !== "GET") return null;
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (request.mode === "navigate" && [address(""), address("index.html")].includes(url.href)) return address("index.html");
  return known.has(url.href) ? url.href : null;
}

/** @param {string} path @param {Request} request */
async function serve(path, request) {
  const store = await caches.open(STORE);
  const stored = await store.match(path);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok && request.mode !== "navigate") await store.put(path, response.clone());
  return response;
}

/** A file of another version, which the host may no longer have. @param {Request} request */
async function serveOlder(request) {
  return (await caches.match(request)) ?? fetch(request);
}
