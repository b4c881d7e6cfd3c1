/**
 * The documents of the case: their names in the state, their texts in the editor.
 *
 * @typedef {import("./store.js").DocumentEntry} DocumentEntry
 * @typedef {import("./store.js").Place} Place
 */

/** What a text is called before anything is known of it. */
const UNNAMED = "untitled";
/** A file above this is not read: the engine's own limit of text is 64 MB. */
const MOST = 64e6;
/** So many bytes of a file are read at once. */
const PIECE = 2e6;

/**
 * @param {object} parts
 * @param {{get: () => any, set: (patch: object) => void}} parts.store
 * @param {any} parts.editor
 * @param {() => void} parts.changed told that the texts are others now
 */
export function createDocuments({ store, editor, changed }) {
  let last = 1;
  const list = () => /** @type {DocumentEntry[]} */ (store.get().documents);
  const byName = (name) => list().find((entry) => entry.name === name);
  const blank = () => list().every(({ id }) => editor.blank(id));

  const free = (wanted, except = [], count = numbered) => {
    const taken = new Set(
      list()
        .filter(({ id }) => !except.includes(id))
        .map(({ name }) => name),
    );
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? wanted : count(wanted, n);
      if (!taken.has(name)) return name;
    }
  };

  const create = (wanted, text, except = []) => {
    last += 1;
    const entry = { id: last, name: free(wanted || UNNAMED, except), unnamed: !wanted || wanted === UNNAMED };
    editor.set(entry.id, entry.name, text);
    store.set({ documents: [...list(), entry] });
    return entry;
  };

  const show = (id) => {
    store.set({ active: id });
    editor.show(id);
  };

  const drop = (id) => {
    store.set({ documents: list().filter((entry) => entry.id !== id) });
    editor.remove(id);
  };

  /** Give a document its name, wherever it is spoken of. */
  const giveName = (id, name, how = {}) => {
    const before = list().find((entry) => entry.id === id).name;
    editor.rename(id, name);
    const now = (pair) =>
      pair && Object.fromEntries(Object.entries(pair).map(([key, its]) => [key, its === before ? name : its]));
    const documents = list().map((entry) => (entry.id === id ? { id, name, ...how } : entry));
    store.set({ documents, compared: now(store.get().compared), sides: now(store.get().sides) });
    return name;
  };

  /** What came last is what one wants to compare. */
  const newest = ({ name }) => store.set({ compared: { left: null, right: name } });

  /** Take these documents in place of all that were there. They are sent off to be judged before they are drawn. */
  const open = (documents) => {
    store.set({ arrived: true, undecided: true });
    const old = list().map(({ id }) => id);
    store.set({ documents: [] });
    const made = (documents.length ? documents : [{ name: UNNAMED, text: "" }]).map(({ name, text }) =>
      create(name, text),
    );
    store.set({ active: made[0].id });
    changed();
    editor.show(made[0].id);
    old.forEach((id) => editor.remove(id));
  };

  /** Add documents; blank ones that were there give way, and so does a view that nobody chose. */
  const add = (documents) => {
    store.set({ arrived: true, ...(store.get().offered ? { view: "trace", undecided: true, offered: false } : {}) });
    const blanks = list()
      .map(({ id }) => id)
      .filter((id) => editor.blank(id));
    const made = documents.map(({ name, text }) => create(name, text, blanks));
    if (blanks.length < list().length - made.length) newest(made.at(-1));
    blanks.forEach(drop);
    store.set({ active: made[0].id });
    changed();
    editor.show(made[0].id);
  };

  return {
    open,
    add,
    show,
    blank,
    byName,
    /** A new blank document, ready to be typed in. */
    fresh() {
      const made = create(UNNAMED, "");
      newest(made);
      show(made.id);
      editor.focus();
    },
    remove(id) {
      if (list().length === 1) return open([]);
      const at = list().findIndex((entry) => entry.id === id);
      const rest = list().filter((entry) => entry.id !== id);
      if (store.get().active === id) show(rest[Math.max(0, at - 1)].id);
      drop(id);
      changed();
    },
    rename(id, wanted) {
      giveName(id, free(wanted.trim().slice(0, 120) || UNNAMED, [id]));
      changed();
    },
    /**
     * Name what nobody named; the texts are the same, so nothing has to be checked again.
     * @param {(name: string) => string | null} told what a document is, in words; null leaves or makes it unnamed
     * @returns {Map<string, string>} the new names, by those before
     */
    name(told) {
      const before = list().filter(({ unnamed }) => unnamed);
      const names = new Map();
      for (const { id, name, told: named } of before) {
        const kind = told(name);
        const how = { told: true, unnamed: kind === null };
        if (kind !== null || named) names.set(name, giveName(id, free(kind ?? UNNAMED, [id], counted), how));
      }
      return names;
    },
    /** Another text stands where a document's was: a name that nobody gave it is told anew. @param {number} id */
    replaced(id) {
      const again = (entry) => (entry.id === id && entry.told ? { ...entry, unnamed: true } : entry);
      store.set({ documents: list().map(again) });
    },
    /** Names and texts as they are now. */
    all: () => list().map(({ id, name }) => ({ name, text: editor.text(id) })),
    chars: () => (blank() ? 0 : list().reduce((sum, { id }) => sum + editor.length(id), 0)),
    /** The raw slice at a place. @param {Place} place */
    slice({ document, start, end }) {
      const entry = byName(document);
      return entry ? editor.text(entry.id).slice(start, end) : "";
    },
    /** @param {FileList | File[]} files */
    async files(files) {
      const fit = [...files].filter(({ size }) => size <= MOST);
      const texts = await Promise.all(fit.map(async (file) => ({ name: file.name, text: await textOf(file) })));
      if (texts.length) add(texts);
      return { opened: texts.length, refused: files.length - fit.length };
    },
  };
}

/** A file's text, read in pieces: a long one at once would hold up the page. @param {File} file */
async function textOf(file) {
  const decoder = new TextDecoder();
  const parts = [];
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = await file.slice(at, at + PIECE).arrayBuffer();
    parts.push(decoder.decode(piece, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}

/** `response` becomes `response 2`. */
const counted = (name, count) => `${name} ${count}`;

/** `a.json` becomes `a-2.json`. */
function numbered(name, count) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}-${count}${name.slice(dot)}` : `${name}-${count}`;
}
