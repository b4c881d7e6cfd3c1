/**
 * The commands of the palette.
 */

/** What the palette offers now, the likeliest first. */
export function commandsOf(act, views, stories, languages, state, t) {
  const { trace, phase, documents } = state;
  const call = phase === "fresh" && trace ? trace.calls[trace.verdict.call ?? state.call ?? 0] : null;
  const of = (key, run, keys) => ({ label: t(key), run, keys });
  const fresh = (kind) => phase === "fresh" && trace?.kind === kind;
  return [
    ...(call && act.whole(call)?.reply ? [of("band.reply", () => act.copyReply(call))] : []),
    ...(call ? [of("band.pytest", () => act.copyPytest(call)), of("band.curl", () => act.copyCurl(call))] : []),
    ...(fresh("diff") && trace.laid && trace.changes.length
      ? [
          of("diff.markdown", act.copyDiffMarkdown),
          of("diff.copy", act.copyPatch),
          of("diff.text.copy", act.copyDiffText),
          of("diff.next", () => act.step(1), "F8"),
          of("diff.previous", () => act.step(-1), "Shift F8"),
        ]
      : []),
    ...(fresh("format") && trace.text
      ? [of("format.copy", act.copyResult), of("format.replace", act.replaceText)]
      : []),
    ...(fresh("trace")
      ? [
          of("band.report", act.copyReport),
          of("foot.next", () => act.step(1), "F8"),
          of("foot.previous", () => act.step(-1), "Shift F8"),
        ]
      : []),
    ...(phase === "empty" ? [] : [of("share.title", act.share)]),
    of("menu.open", act.openFiles, t("key.open")),
    of("empty.paste", act.pasteClipboard),
    of("documents.add", act.addDocument),
    of("menu.save", act.save, t("key.save")),
    ...views.map((view) => ({ label: t("palette.view", { view: t(`view.${view}`) }), run: () => act.view(view) })),
    ...documents.map(({ id, name }) => ({ label: t("palette.document", { name }), run: () => act.showId(id) })),
    of("menu.find", act.find, t("key.find")),
    of("query.title", act.openQuery, t("key.query")),
    of("keys.inner", act.toggleInner, t("key.inner")),
    of("menu.undo", act.undo, t("key.undo")),
    of("menu.clear", act.clear),
    of("drafts.title", act.showDrafts),
    of("palette.theme", act.theme),
    ...languages.map(({ tag, name }) => ({ label: t("palette.language", { name }), run: () => act.language(tag) })),
    of("help.title", act.help, "?"),
    ...stories.map(({ id }) => ({ label: t("palette.story", { story: t(`story.${id}`) }), run: () => act.story(id) })),
  ];
}
