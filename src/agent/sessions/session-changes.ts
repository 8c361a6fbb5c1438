import { shownPath } from "../../base/path-within.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { orFailed } from "../../tools/failure.ts"
import { hashOf, readEntry } from "../../tools/files/file-content.ts"
import { diffWithin } from "../../tools/files/file-diff.ts"
import { type Change, changesBack } from "./changes-back.ts"

/** What a turn, or a save of a person, did to one file; `diff` is unified, null where it is no text or too large. */
type ChangedFile = {
  /** Relative to the workspace if it is inside. */
  path: string
  change: "created" | "changed" | "deleted"
  before: string | null
  after: string | null
  diff: string | null
  seq: number
}

/** What happened to files in one turn; `turn` is null for what a person saved. */
export type TurnChanges = {
  turn: string | null
  task: string | null
  /** The person who saved it. */
  by: string | null
  /** The seq of its first event: pages of older turns start from it. */
  seq: number
  undone: boolean
  files: readonly ChangedFile[]
  uncovered: readonly string[]
}

export type ChangesQuery = { turn?: string | undefined; before?: number | undefined; limit: number }

/** The limits of one diff, since others wait for the thread; the last two limit all of them together. */
const bounds = { bytes: 512 * 1024, milliseconds: 100, allMilliseconds: 1_000, allCharacters: 4_000_000 } as const

/** What a session changed, newest first. Turns that changed nothing are left out. `not-found` for an unknown turn. */
export async function sessionChanges(
  store: Pick<Store, "read" | "blob">,
  row: SessionRow,
  { turn, before = Number.POSITIVE_INFINITY, limit }: ChangesQuery,
): Promise<{ turns: TurnChanges[]; next: number | null }> {
  const looking = lookAt(store, row)
  const turns: TurnChanges[] = []
  for await (const back of changesBack(store.read(row.id, { reverse: true }))) {
    if (back.kind === "restore") {
      looking.name(back.changes)
      continue
    }
    const changes = back.kind === "turn" ? back.changes : [back.change]
    const seq = back.kind === "turn" ? back.startedAt : back.seq
    const isWanted = turn === undefined ? seq < before : back.kind === "turn" && back.turn === turn
    const uncovered = back.kind === "turn" ? back.uncovered : []
    if (isWanted && (turn !== undefined || changes.length + uncovered.length > 0)) {
      if (turns.length === limit) return { turns, next: turns.at(-1)?.seq ?? null }
      const what =
        back.kind === "turn"
          ? { turn: back.turn, task: back.task, by: null, undone: back.undone }
          : { turn: null, task: null, by: back.by.name, undone: false }
      turns.push({ ...what, seq, files: await looking.filesOf(changes), uncovered })
      if (turn !== undefined) return { turns, next: null }
    } else looking.name(changes)
  }
  if (turn !== undefined) throw new HoldfastError("not-found", `Session ${row.id} has no turn ${turn}.`)
  return { turns, next: null }
}

/** Computes diffs from the newest change to the oldest, until the limits are reached. */
function lookAt(store: Pick<Store, "blob">, { workspace, foreignThrough }: SessionRow) {
  const named = new Set<string>()
  let characters = 0
  let milliseconds = 0

  /** The bytes of a file at one moment, null if it did not exist; undefined if they are not known any more. */
  const contentOf = async (hash: string | null, { path, seq }: Change): Promise<Uint8Array | null | undefined> => {
    if (hash === null) return null
    const isForeign = seq <= foreignThrough
    // Law: privileges do not travel. An imported log shows only what was imported with it, no file of this machine.
    if (isForeign && !named.has(hash)) return undefined
    const kept = await blobOf(store, hash)
    if (kept || isForeign) return kept
    const there = await orFailed(async () => (await readEntry(path)) ?? { bytes: new Uint8Array() })
    return "bytes" in there && hashOf(there.bytes) === hash ? there.bytes : undefined
  }

  const diffFor = async (name: string, first: Change, last: Change): Promise<string | null> => {
    if (characters > bounds.allCharacters || milliseconds > bounds.allMilliseconds) return null
    const [before, after] = await Promise.all([contentOf(first.before, first), contentOf(last.after, last)])
    if (before === undefined || after === undefined) return null
    const startedAt = performance.now()
    const diff = diffWithin(name, { before, after }, bounds)
    milliseconds += performance.now() - startedAt
    characters += diff?.length ?? 0
    return diff
  }

  const name = (changes: readonly Change[]) => {
    for (const { preImage } of changes) if (preImage) named.add(preImage.blob)
  }
  return {
    /** Links changes whose pre-images are the after-images of older ones. */
    name,
    async filesOf(changes: readonly Change[]): Promise<ChangedFile[]> {
      name(changes)
      const files: ChangedFile[] = []
      for (const [first, last] of runsOf(changes)) {
        const { path } = last
        const shown = shownPath(workspace, path)
        const [before, after] = [first.before, last.after]
        const change = before === null ? "created" : after === null ? "deleted" : "changed"
        files.push({ path: shown, change, before, after, diff: await diffFor(shown, first, last), seq: last.seq })
      }
      return files
    },
  }
}

/** Consecutive changes of a file without a foreign change in between, merged into one. */
function runsOf(changes: readonly Change[]): (readonly [first: Change, last: Change])[] {
  const runs: [Change, Change][] = []
  for (const change of changes) {
    const run = runs.findLast(([, last]) => last.path === change.path)
    if (run && run[1].after === change.before) run[1] = change
    else runs.push([change, change])
  }
  return runs.filter(([first, last]) => first === last || first.before !== last.after)
}

async function blobOf(store: Pick<Store, "blob">, hash: string): Promise<Uint8Array | undefined> {
  try {
    return await store.blob(hash)
  } catch (error) {
    if (isHoldfastError(error) && (error.code === "not-found" || error.code === "damaged")) return undefined
    throw error
  }
}
