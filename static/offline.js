// Keeps the page for visits without a network, and offers a newer version without ever forcing it.

/**
 * Registers the service worker.
 * @param {{offer?: (apply: () => void) => void, stored?: () => void}} [told]
 *   `offer` is called when a newer version waits, `stored` when everything a visit needs is kept
 */
export async function watchUpdates({ offer = () => {}, stored = () => {} } = {}) {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.stored && stored());
  try {
    const registration = await navigator.serviceWorker.register(trusted("service-worker.js"));
    watch(registration, offer);
    const active = await navigator.serviceWorker.ready;
    active.active?.postMessage({ store: true });
  } catch (error) {
    console.info("not kept for visits without a network:", error);
  }
}

/** @param {ServiceWorkerRegistration} registration @param {(apply: () => void) => void} offer */
function watch(registration, offer) {
  const newer = () => {
    const waiting = registration.waiting;
    if (waiting && navigator.serviceWorker.controller) offer(() => apply(waiting));
  };
  newer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", newer));
}

/** @param {ServiceWorker} waiting */
function apply(waiting) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage({ takeOver: true });
}

/** @param {string} path */
function trusted(path) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  const createScriptURL = (/** @type {string} */ asked) => new URL(asked, document.baseURI).href;
  return types ? types.createPolicy("hopscope-offline", { createScriptURL }).createScriptURL(path) : createScriptURL(path);
}
