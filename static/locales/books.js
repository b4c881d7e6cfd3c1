/**
 * The words of findings, a file a language: each is read when its language is first spoken.
 */
import { bytes, located } from "../files.js";

/** @typedef {import("../dom/telling.js").Book} Book */

/** @type {Map<string, Promise<Book | undefined>>} */
const books = new Map();

/**
 * @param {string} tag
 * @returns {Promise<Book | undefined>} undefined for English, which needs none, and where the file cannot be had
 */
export function bookOf(tag) {
  const url = HOPSCOPE_BOOT.books[tag];
  if (url && !books.has(tag)) books.set(tag, read(url).catch(() => void books.delete(tag)));
  return books.get(tag) ?? Promise.resolve(undefined);
}

/** @param {string} url */
const read = async (url) => JSON.parse(new TextDecoder().decode(await bytes(located({ url, size: 0 }), () => {})));
