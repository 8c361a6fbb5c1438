import type { Row } from "../../src/server/contract/common.ts"
import { batch, type Description } from "../live/actions.ts"
import { rows } from "../live/rows.ts"
import { texts } from "../texts.ts"
import { notify } from "../ui/notices.ts"
import { selection } from "./pane-state.ts"
import { tagChanges, tagsBack } from "./tags.ts"

const words = texts.sessions.batch

type Told = (count: number) => string

/** Describes the selected sessions alike, and offers to take that back. */
async function describeAll(ids: readonly string[], change: Description, back: Description, told: Told): Promise<void> {
  selection.set(null)
  const done = await batch(ids, change)
  if (done.length === 0) return
  notify(told(done.length), { action: { name: texts.sessions.undo, do: () => void batch(done, back) } })
}

/** Archives sessions, or takes them out of the archive. */
export const archiveAll = (ids: readonly string[], { on }: { on: boolean }): Promise<void> =>
  describeAll(ids, { archived: on }, { archived: !on }, on ? words.archived : words.unarchived)

/** Moves sessions to the trash. */
export const trashAll = (ids: readonly string[]): Promise<void> =>
  describeAll(ids, { trashed: true }, { trashed: false }, words.trashed)

/** Takes sessions out of the trash. */
export const restoreAll = (ids: readonly string[]): Promise<void> =>
  describeAll(ids, { trashed: false }, { trashed: true }, words.restored)

/** Adds tags to what each session has, and offers to take that back. */
export async function tagAll(ids: readonly string[], tags: readonly string[]): Promise<void> {
  selection.set(null)
  const before = knownRows(ids)
  const done: string[] = []
  for (const change of tagChanges(before, tags)) done.push(...(await batch(change.ids, { tags: change.tags })))
  if (done.length === 0) return
  const undo = async () => {
    const changed = before.filter(({ id }) => done.includes(id))
    for (const change of tagsBack(changed)) await batch(change.ids, { tags: change.tags })
  }
  notify(words.tagged(done.length, tags), { action: { name: texts.sessions.undo, do: () => void undo() } })
}

/** The rows of sessions, as far as they are known. */
function knownRows(ids: readonly string[]): Row[] {
  return ids.flatMap((id) => rows.get().get(id) ?? [])
}
