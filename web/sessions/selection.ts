/** The selected sessions, and the anchor of a range. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchor: string | null }

export const emptySelection: Selection = { ids: new Set(), anchor: null }

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects the range from the anchor to a session; without an anchor just the session. */
export function ranged({ ids, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id)
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const range = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...ids, ...range]), anchor: from < 0 ? id : anchor }
}

/** Drops sessions that left the list. */
export function within(selection: Selection, order: readonly string[]): readonly string[] {
  return order.filter((id) => selection.ids.has(id))
}
