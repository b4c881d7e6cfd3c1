/**
 * What is made of an object once, and again with another object only.
 * @template {object} K
 * @template V
 * @param {(key: K) => V} make
 * @returns {(key: K) => V}
 */
export function once(make) {
  /** @type {WeakMap<K, V>} */
  const known = new WeakMap();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return /** @type {V} */ (known.get(key));
  };
}
