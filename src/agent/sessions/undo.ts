import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { FileChange } from "../../session/event/common.ts"
import { type Event, isKnown } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Lease, NewOwner, Store } from "../../store/contract.ts"
import { orFailed } from "../../tools/failure.ts"
import { openDirectory } from "../../tools/files/directory.ts"
import { discardStaged, stageDrafts } from "../../tools/files/file-intent.ts"
import { type LeftAlone, restoreDrafts } from "../../tools/files/restore-drafts.ts"
import { settleRestore } from "../turn/perform/settle-restore.ts"
import type { Writing } from "../turn/work.ts"
import { type Change, changesBack } from "./changes-back.ts"
import { appendOnce, type IntentMeta, keyOf, signed } from "./idempotent-intent.ts"
import { movedOn } from "./seen-head.ts"

export type UndoOptions = IntentMeta & {
  /** The turn to undo; the newest one that changed files and is not undone yet, if neither this nor `after` is given. */
  turn?: string
  /** Undo what was done after this event, of all turns that are not undone yet. */
  after?: number
  /** Redo: revert the newest undo. */
  redo?: boolean
  /** Also restore files that have changed since. */
  force?: boolean
  /** The head that the person saw: `behind` if the log has moved on. */
  head?: number
  owner?: NewOwner
}

export type Undone = {
  /** `finished`: an interrupted undo was completed first, and nothing else was done. */
  did: "undone" | "redone" | "finished" | "nothing"
  turns: readonly string[]
  restored: readonly FileChange[]
  left: readonly LeftAlone[]
  /** What may have changed and cannot be undone, as sentences. */
  uncovered: readonly string[]
}

/**
 * Restores files as they were before a turn, or before the undo of one. Takes the lease: `owned` if another driver has
 * the session, `illegal` with an open turn. The intents are in the log before a file is touched; after a crash the next
 * driver settles them. A repeated key undoes nothing more and gets the first outcome from the log.
 */
export async function undo(store: Store, session: string, options: UndoOptions = {}): Promise<Undone> {
  return appendOnce(
    { store, session, key: options.key },
    {
      work: () => undoNow(store, session, options),
      before: ([started]) => undoneBefore(store, started, options),
      idle: ({ did }) => did === "nothing" || did === "finished",
    },
  )
}

async function undoNow(store: Store, session: string, options: UndoOptions): Promise<Undone> {
  // Checked before the lease is taken as well: taking it would count as a recovery of the open turn.
  const seen = await store.state(session)
  refuseOpenTurn(seen)
  if (options.head !== undefined && options.head !== seen.seq) {
    throw movedOn(options.head, seen.seq)
  }
  const lease = await store.acquire(session, options.owner ?? { type: "Agent" })
  try {
    const state = await store.state(session)
    refuseOpenTurn(state)
    // The lease itself is one event: any more is something that the person has not seen.
    if (options.head !== undefined && state.seq > seen.seq + 1) throw movedOn(options.head, state.seq)
    await refuseMissing(state.log.workspace)
    const { restore } = state.log.intents
    if (restore) return { ...(await settled({ store, lease, state }, restore.seq)), did: "finished", uncovered: [] }
    return await undoWith({ store, lease, state }, options)
  } finally {
    await release(store, lease)
  }
}

type Plan = {
  turns: readonly string[]
  changes: readonly Change[]
  uncovered: readonly string[]
  takesBack?: number
}

async function undoWith(writing: Writing, options: UndoOptions): Promise<Undone> {
  const { store, lease, state } = writing
  const { session } = lease
  const plan = options.redo ? await planRedo(writing) : await planUndo(writing, options)
  const { turns, changes, uncovered, takesBack } = plan
  const nothing: Undone = { did: "nothing", turns, restored: [], left: [], uncovered }
  if (turns.length === 0) return nothing
  const blob = (hash: string) => store.blob(hash)
  const { drafts, directories, left } = await restoreDrafts(changes, { blob, force: options.force ?? false })
  const { first, last } = directories
  if (drafts.length + first.length + last.length === 0 && left.length > 0) return { ...nothing, left }

  // The name is the same for every attempt, so that one finds what a crashed one had staged; all intents in the log are settled here.
  const key = `${session}:restore`
  const places = drafts.map(({ path }) => ({ path, shown: path, where: "workspace" as const }))
  const putBlob = (bytes: Uint8Array) => store.putBlob(bytes)
  const staged = await orFailed(() => stageDrafts(drafts, { key, places, putBlob }))
  if ("status" in staged) throw new HoldfastError("invalid", `Nothing was undone: ${staged.text}`)
  const files = [...first, ...staged, ...last]
  const data = { turns: [...turns], files, ...(takesBack === undefined ? {} : { takesBack }) }
  try {
    const event = { type: "workspace.restore-started" as const, data, ...signed(options) }
    const { seq: started } = await store.append(
      session,
      [event],
      { epoch: lease.epoch, head: state.seq },
      keyOf(options),
    )
    if (started !== state.seq + 1) throw new HoldfastError("key-reused", "This was undone before, under the same key.")
  } catch (error) {
    await discardStaged({ key, places })
    throw error
  }
  const done = await settled(writing, state.seq + 1)
  const did = options.redo ? "redone" : "undone"
  return { did, turns, restored: done.restored, left: [...left, ...done.left], uncovered }
}

async function planUndo({ store, lease, state }: Writing, { turn, after }: UndoOptions): Promise<Plan> {
  const { foreignThrough } = await store.row(lease.session)
  const turns: string[] = []
  let changes: readonly Change[] = []
  let uncovered: readonly string[] = []
  for await (const back of changesBack(store.read(lease.session, { before: state.seq + 1, reverse: true }))) {
    if (back.kind !== "turn") continue
    const wanted = back.changes.filter(({ seq }) => seq > (after ?? 0))
    if (turn === undefined ? !back.undone : back.turn === turn) {
      // Law: privileges do not travel. An imported log names files of another machine.
      const foreign = wanted.some(({ seq }) => seq <= foreignThrough)
      uncovered = [...(foreign ? [madeOnAnotherMachine(back.turn)] : back.uncovered), ...uncovered]
      if (wanted.length > 0 && !foreign) {
        turns.unshift(back.turn)
        changes = [...wanted, ...changes]
        if (back.ranCommands) uncovered = [...new Set([...uncovered, notNamed])]
      }
    }
    const found = turn === undefined ? after === undefined && turns.length > 0 : back.turn === turn
    if (found || (after !== undefined && back.startedAt <= after)) return { turns, changes, uncovered }
  }
  if (turn !== undefined) throw new HoldfastError("not-found", `Session ${lease.session} has no turn ${turn}.`)
  return { turns, changes, uncovered }
}

async function planRedo({ store, lease, state }: Writing): Promise<Plan> {
  const { foreignThrough } = await store.row(lease.session)
  for await (const back of changesBack(store.read(lease.session, { before: state.seq + 1, reverse: true }))) {
    if (back.kind !== "restore") continue
    const { seq: takesBack, turns, changes } = back
    if (takesBack <= foreignThrough) return { turns: [], changes: [], uncovered: turns.map(madeOnAnotherMachine) }
    return { takesBack, turns, changes, uncovered: [] }
  }
  return { turns: [], changes: [], uncovered: [] }
}

/** Settles a restore: brings it from its intent to its outcome, the first time and after a crash. */
async function settled(
  { store, lease }: Writing,
  started: number,
): Promise<Pick<Undone, "turns" | "restored" | "left">> {
  const state = await store.state(lease.session)
  await settleRestore(started, { store, lease, state })
  const outcome = await outcomeOf(store, lease.session, started)
  if (!outcome) throw new TypeError("a restore that was settled has its outcome")
  return outcome
}

async function outcomeOf(
  store: Store,
  session: string,
  started: number,
): Promise<Pick<Undone, "turns" | "restored" | "left"> | undefined> {
  for await (const event of store.read(session, { after: started })) {
    if (!isKnown(event) || event.type !== "workspace.restored" || event.data.started !== started) continue
    const { turns, changed, left = [] } = event.data
    return { turns, restored: changed, left }
  }
  return undefined
}

/** The outcome of an undo whose intent is in the log; undefined if the events are not of the undo that is asked for. */
export async function undoneBefore(
  store: Store,
  started: Event | undefined,
  { turn, redo = false }: UndoOptions,
): Promise<Undone | undefined> {
  if (started?.type !== "workspace.restore-started") return undefined
  const { turns, takesBack } = started.data
  if ((takesBack !== undefined) !== redo || (turn !== undefined && !turns.includes(turn))) return undefined
  const outcome = await outcomeOf(store, started.session, started.seq)
  if (!outcome) throw new HoldfastError("owned", "This undo is under way: ask again in a moment.")
  return { did: redo ? "redone" : "undone", ...outcome, uncovered: [] }
}

function refuseOpenTurn({ log }: SessionState): void {
  if (!log.turn) return
  throw new HoldfastError("illegal", "A turn is open. Let it end, or stop it with 'holdfast cancel', then undo.")
}

async function refuseMissing(workspace: string): Promise<void> {
  const directory = await openDirectory(workspace)
  if (!directory) throw new HoldfastError("not-found", `The workspace ${workspace} does not exist. Restore it first.`)
  await directory.close()
}

const notNamed =
  "What commands did to ignored and generated files, and outside of the workspace, stays where they did not name it."

const madeOnAnotherMachine = (turn: string) => `Turn ${turn} was done on another machine: its files are not these.`

async function release(store: Store, lease: Lease): Promise<void> {
  await store.release(lease).catch((error: unknown) => {
    if (!isHoldfastError(error) || error.code !== "closed") throw error
  })
}
