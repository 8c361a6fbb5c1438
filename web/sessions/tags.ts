/** Parses comma-separated tags: trimmed, without duplicates or `#`. */
export function tagsIn(text: string): string[] {
  const tags = text.split(/[,\n]/).map((tag) => tag.trim().replace(/^#/, "").slice(0, 100))
  return [...new Set(tags.filter((tag) => tag !== ""))]
}

type Tagged = { readonly id: string; readonly tags: readonly string[] }

/** The requests that add tags to sessions; sessions with equal results share one. */
export function tagChanges(rows: readonly Tagged[], added: readonly string[]): { ids: string[]; tags: string[] }[] {
  const alike = new Map<string, { ids: string[]; tags: string[] }>()
  for (const { id, tags } of rows) {
    const all = [...new Set([...tags, ...added])]
    if (all.length === tags.length) continue
    const key = JSON.stringify(all)
    const group = alike.get(key) ?? { ids: [], tags: all }
    group.ids.push(id)
    alike.set(key, group)
  }
  return [...alike.values()]
}

/** The requests that restore the previous tags. */
export function tagsToRestore(rows: readonly Tagged[]): { ids: string[]; tags: string[] }[] {
  const alike = Map.groupBy(rows, ({ tags }) => JSON.stringify(tags))
  return [...alike.values()].map((group) => ({ ids: group.map(({ id }) => id), tags: [...(group[0]?.tags ?? [])] }))
}
