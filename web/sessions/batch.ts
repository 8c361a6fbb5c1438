import type { Row } from "../../src/server/contract/common.ts"
import { batch, type Description } from "../live/actions.ts"
import { rows } from "../live/rows.ts"
import { texts } from "../texts.ts"
import { notify } from "../ui/notices.ts"
import { selection } from "./pane-state.ts"
import { tagChanges, tagsToRestore } from "./tags.ts"

const words = texts.sessions.batch

type CountText = (count: number) => string

/** Applies one description to the selected sessions, with Undo. */
async function describeAll(
  ids: readonly string[],
  change: Description,
  revert: Description,
  doneText: CountText,
): Promise<void> {
  selection.set(null)
  const done = await batch(ids, change)
  if (done.length === 0) return
  notify(doneText(done.length), { action: { name: texts.sessions.undo, do: () => void batch(done, revert) } })
}

export const archiveAll = (ids: readonly string[], { on }: { on: boolean }): Promise<void> =>
  describeAll(ids, { archived: on }, { archived: !on }, on ? words.archived : words.unarchived)

export const trashAll = (ids: readonly string[]): Promise<void> =>
  describeAll(ids, { trashed: true }, { trashed: false }, words.trashed)

export const restoreAll = (ids: readonly string[]): Promise<void> =>
  describeAll(ids, { trashed: false }, { trashed: true }, words.restored)

/** Adds tags to sessions, with Undo. */
export async function tagAll(ids: readonly string[], tags: readonly string[]): Promise<void> {
  selection.set(null)
  const before = knownRows(ids)
  const done: string[] = []
  for (const change of tagChanges(before, tags)) done.push(...(await batch(change.ids, { tags: change.tags })))
  if (done.length === 0) return
  const undo = async () => {
    const changed = before.filter(({ id }) => done.includes(id))
    for (const change of tagsToRestore(changed)) await batch(change.ids, { tags: change.tags })
  }
  notify(words.tagged(done.length, tags), { action: { name: texts.sessions.undo, do: () => void undo() } })
}

function knownRows(ids: readonly string[]): Row[] {
  return ids.flatMap((id) => rows.get().get(id) ?? [])
}
