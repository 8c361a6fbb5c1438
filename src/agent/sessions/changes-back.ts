import type { Actor, Event, EventData, ForeignEvent } from "../../session/event.ts"
import { isKnown } from "../../session/event.ts"
import { keyOfOldCheck } from "../../session/view/check-event.ts"
import type { Restorable } from "../../tools/files/restore-drafts.ts"

/** A change of a file, with the seq of its intent. */
export type Change = Restorable & { seq: number }

/** What happened to files, as undo and redo need it. */
export type Back =
  | {
      kind: "turn"
      turn: string
      task: string
      startedAt: number
      /** Oldest first. */
      changes: readonly Change[]
      /** What may have changed and cannot be restored, as sentences. */
      uncovered: readonly string[]
      /** Commands ran whose changes are known as far as git sees them. */
      ranCommands: boolean
      undone: boolean
    }
  /** A restore that was not redone. */
  | { kind: "restore"; seq: number; turns: readonly string[]; changes: readonly Change[] }
  /** A person saved a file: it belongs to no turn, and undo leaves it alone. */
  | { kind: "save"; seq: number; by: Actor; change: Change }

/** The intent of a tool or a check, and its outcome. */
type Intent = { seq: number } & Pick<EventData<"tool.started">, "files" | "job">
type Outcome = { status: string } & Pick<EventData<"done.verification-finished">, "changed" | "uncovered">

/** Reads a log from its newest event backwards, and yields turns, restores and saves, newest first. */
export async function* changesBack(events: AsyncIterable<Event | ForeignEvent>): AsyncGenerator<Back> {
  const outcomes = new Map<string, Outcome>()
  const restored = new Map<number, EventData<"workspace.restored">>()
  const takenBack = new Set<number>()
  const undone = new Set<string>()
  let changes: Change[] = []
  let uncovered: string[] = []
  let ranCommands = false
  for await (const event of events) {
    if (!isKnown(event)) continue
    const { seq } = event
    switch (event.type) {
      case "workspace.restored":
        restored.set(event.data.started, event.data)
        break
      case "workspace.restore-started": {
        const outcome = restored.get(seq)
        const { takesBack, turns, files } = event.data
        if (!outcome || hadNoEffect(outcome)) break
        if (takesBack !== undefined) takenBack.add(takesBack)
        else if (!takenBack.has(seq)) {
          for (const turn of turns) undone.add(turn)
          yield { kind: "restore", seq, turns, changes: happened(files, outcome.changed, seq) }
        }
        break
      }
      case "workspace.saved": {
        const { change, preImage } = event.data
        yield { kind: "save", seq, by: event.by, change: { ...change, preImage, seq } }
        break
      }
      case "tool.finished":
        outcomes.set(event.data.call, event.data)
        break
      case "done.verification-finished":
        outcomes.set(keyOfOldCheck(event.data.started), event.data)
        break
      case "tool.started":
      case "done.verification-started": {
        const outcome = outcomes.get(event.type === "tool.started" ? event.data.call : keyOfOldCheck(seq))
        if (!outcome) break
        const intent = { seq, ...event.data }
        changes = [...changesOf(intent, outcome), ...changes]
        uncovered = [...uncoveredOf(intent, outcome), ...uncovered]
        ranCommands ||= event.data.job?.snapshot !== undefined
        break
      }
      // Models reuse call ids.
      case "tool.called":
        outcomes.delete(event.data.call)
        break
      case "turn.started": {
        const turn = event.turn ?? ""
        const all = { changes, uncovered: [...new Set(uncovered)], ranCommands, undone: undone.has(turn) }
        yield { kind: "turn", turn, task: event.data.task, startedAt: seq, ...all }
        changes = []
        uncovered = []
        ranCommands = false
        break
      }
    }
  }
}

function hadNoEffect({ changed, left = [] }: EventData<"workspace.restored">): boolean {
  return changed.length === 0 && left.length > 0
}

function happened(intents: readonly Restorable[], changed: readonly { path: string }[], seq: number): Change[] {
  const paths = new Set(changed.map(({ path }) => path))
  return intents.filter(({ path }) => paths.has(path)).map((intent) => ({ ...intent, seq }))
}

/** Memory and notepad are not part of the work, and other sessions write them too: undo leaves them alone. */
function changesOf({ seq, files }: Intent, outcome: Outcome): Change[] {
  const changed = (outcome.changed ?? []).filter(({ aside }) => !aside)
  if (files) return happened(files, changed, seq)
  return changed.map(({ path, kind, before, after, mode, modeAfter = mode, preImage }) => ({
    ...{ path, kind, before, after, preImage, seq },
    mode: modeAfter,
    was: mode,
  }))
}

function uncoveredOf({ seq, job, files }: Intent, outcome: Outcome): string[] {
  if (files && outcome.status === "unknown") {
    return [`The outcome of event ${seq} is unknown. Look at ${files.map(({ path }) => path).join(", ")}.`]
  }
  if (!job) return []
  const command = `\`${job.command}\` (event ${seq})`
  const why = job.uncovered ?? outcome.uncovered
  if (why !== undefined) return [`What ${command} changed is not known: ${why}.`]
  if (job.background && job.snapshot) return [`What ${command} changed in the background is not known.`]
  return []
}
