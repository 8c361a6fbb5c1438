import { isLink } from "../../base/link-mode.ts"
import { shownPath } from "../../base/path-within.ts"
import type { FileChange, KeptChange } from "../event/common.ts"
import type { Event, EventData } from "../event.ts"
import { isGenerated, isInstalled } from "../generated.ts"
import { plainText } from "../plain-text.ts"
import { isOfCheck } from "./check-event.ts"

/** What a call changed of one path; paths are relative to the workspace where they are inside it. */
export type PathChange = FileChange & { modes: { before: number | null; after: number | null }; isDirectory: boolean }

/** One finished tool call of the work on a task. */
export type Act = {
  /** Of its outcome. */
  seq: number
  /** Of its intent; null where it was refused before that. */
  startedAt: number | null
  tool: string
  status: EventData<"tool.finished">["status"]
  /** The file that a file tool was given. */
  path: string | null
  /** The command line that it was given, and how that ended; no exit code where it did not run to its end. */
  command: string | null
  /** Where it ran, from the workspace. */
  cwd: string
  exitCode: number | null
  output: string
  /** It ran as a process. */
  ran: boolean
  background: boolean
  /** The snapshot before it, for what is still running. */
  snapshot: string | null
  /** It could have changed something: a command that only reads could not. */
  acts: boolean
  /** Generated files aside. */
  changes: readonly PathChange[]
  generated: number
  /** Why there may be changes that are not known. */
  unwatched: string | null
}

/** A path that is not as it was when the work started. */
export type NetChange = {
  path: string
  change: "created" | "changed" | "deleted"
  /** Where it is not the content of a file. */
  kind?: "directory" | "link" | "mode"
  /** The hash of the content before; null where there was nothing. */
  before: string | null
  after: string | null
  /** Of the first and the last event that changed it. */
  first: number
  seq: number
}

/** The tool calls among the events of a piece of work, in order. */
export function actsIn(events: Iterable<Event>, workspace: string): Act[] {
  const calls = new Map<string, EventData<"tool.called">>()
  const intents = new Map<string, Event<"tool.started">>()
  const acts: Act[] = []
  for (const event of events) {
    if (event.type === "tool.called") calls.set(event.data.call, event.data)
    if (event.type === "tool.started") intents.set(event.data.call, event)
    if (event.type !== "tool.finished" || isOfCheck(event)) continue
    const { call } = event.data
    acts.push(actOf(event, calls.get(call), intents.get(call), workspace))
  }
  return acts
}

function actOf(
  { seq, data }: Event<"tool.finished">,
  call: EventData<"tool.called"> | undefined,
  intent: Event<"tool.started"> | undefined,
  workspace: string,
): Act {
  const args: Record<string, unknown> = call?.arguments ?? {}
  const text = (name: string) => (typeof args[name] === "string" ? args[name] : null)
  const job = intent?.data.job
  const changed = data.changed.filter(({ aside }) => !aside)
  // What a file tool wrote is deliberate, wherever it is.
  const work = job ? changed.filter((change) => isWork(change, workspace)) : changed
  const path = text("path") ?? text("file_path")
  return {
    seq,
    startedAt: intent?.seq ?? null,
    tool: call?.name ?? "",
    status: data.status,
    path: path === null ? null : relativeTo(workspace, path),
    command: text("command"),
    cwd: job ? relativeTo(workspace, `${job.cwd}/`).replace(/\/$/, "") : "",
    exitCode: data.exitCode ?? null,
    output: plainText(data.output.text, workspace),
    ran: job !== undefined,
    background: job?.background ?? false,
    snapshot: job?.snapshot ?? null,
    acts: job
      ? job.snapshot !== undefined || job.uncovered !== undefined || job.watched !== undefined
      : intent?.data.readOnly === false,
    changes: work.map((change) => ({
      path: relativeTo(workspace, change.path),
      before: change.before,
      after: change.after,
      modes: { before: change.mode ?? null, after: change.modeAfter ?? change.mode ?? null },
      isDirectory: change.kind === "directory",
    })),
    generated: (data.generated ?? 0) + changed.length - work.length,
    unwatched: data.uncovered ?? null,
  }
}

/** A command that names a file of an installed package changes it on purpose; what it leaves behind there has no name in it. */
function isWork({ path, before, after, kind }: KeptChange, workspace: string): boolean {
  const shown = relativeTo(workspace, path)
  return !isGenerated(shown) || (isInstalled(shown) && kind === undefined && before !== after)
}

/** What all of it came to: a file that was changed and put back is not changed. */
export function netChanges(changes: Iterable<PathChange & { seq: number }>): NetChange[] {
  const net = new Map<string, PathChange & { first: number; seq: number }>()
  for (const change of changes) {
    const known = net.get(change.path)
    const modes = { before: known ? known.modes.before : change.modes.before, after: change.modes.after }
    net.set(change.path, {
      ...change,
      before: known ? known.before : change.before,
      modes,
      first: known?.first ?? change.seq,
    })
  }
  return [...net.values()].flatMap(({ path, before, after, modes, isDirectory, first, seq }) => {
    const sameContent = before === after
    const sameMode = modes.before === null || modes.after === null || modes.before === modes.after
    if (sameContent && (before === null || sameMode)) return []
    const change = before === null ? "created" : after === null ? "deleted" : "changed"
    const kind = isDirectory
      ? "directory"
      : isLink(modes.after ?? modes.before)
        ? "link"
        : sameContent
          ? "mode"
          : undefined
    return [{ path, change, ...(kind ? { kind } : {}), before, after, first, seq }]
  })
}

function relativeTo(workspace: string, path: string): string {
  return shownPath(workspace, path).replace(/^(?:\.\/)+/, "")
}
