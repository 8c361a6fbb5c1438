/** Sessions that are selected, and the one that a range begins at. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchor: string | null }

export const emptySelection: Selection = { ids: new Set(), anchor: null }

/** Selects a session, or no longer. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Selects everything from the anchor to a session, in the order of the list; alone, where there is no anchor. */
export function ranged({ ids, anchor }: Selection, id: string, order: readonly string[]): Selection {
  const to = order.indexOf(id)
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const range = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...ids, ...range]), anchor: from < 0 ? id : anchor }
}

/** Only what is still in the list. */
export function within(selection: Selection, order: readonly string[]): readonly string[] {
  return order.filter((id) => selection.ids.has(id))
}
