import type { SessionState } from "../session/state.ts"
import type { Status } from "./contract.ts"

/** What the list keeps of a session: folded from its log, updated in the transaction of the append. */
export type Listed = {
  openedAt: number
  updatedAt: number
  project: string
  workspace: string
  parentId: string | null
  parentSeq: number | null
  title: string | null
  pinned: number
  archived: number
  trashed: number
  activity: Activity
  stop: string | null
  ownerType: string | null
  ownerPath: string | null
  messages: number
}

/** What is happening, as far as the log shows; whether a process drives it, the lease shows. */
export type Activity = "idle" | "pending" | "open" | "asking"

export function listedFrom({ log, branch }: SessionState): Listed {
  return {
    openedAt: Date.parse(log.openedAt),
    updatedAt: Date.parse(log.updatedAt),
    project: log.project,
    workspace: log.workspace,
    parentId: log.parent?.session ?? null,
    parentSeq: log.parent?.seq ?? null,
    title: log.title,
    pinned: Number(log.pinned),
    archived: Number(log.archived),
    trashed: Number(log.trashed),
    activity: activityOf(log),
    stop: branch.stop?.code ?? null,
    ownerType: log.owner?.type ?? null,
    ownerPath: log.owner?.path ?? null,
    messages: branch.messages,
  }
}

/** Whether the row of a session looks the same in two states, but for what changes with every append. */
export function sameListing(a: SessionState, b: SessionState): boolean {
  return (
    a.log.title === b.log.title &&
    a.log.pinned === b.log.pinned &&
    a.log.archived === b.log.archived &&
    a.log.trashed === b.log.trashed &&
    a.log.owner === b.log.owner &&
    a.branch.stop === b.branch.stop &&
    // Set together, when a session or a fork is opened.
    a.log.openedAt === b.log.openedAt &&
    a.log.parent === b.log.parent &&
    activityOf(a.log) === activityOf(b.log)
  )
}

/** The status as it is shown, computed on read: the lease is asked only where it matters. */
export function statusOf(activity: Activity, isDriven: () => boolean): Status {
  if (activity === "idle") return "idle"
  if (activity === "asking") return "waiting"
  return isDriven() ? "running" : "interrupted"
}

function activityOf({ turn, asks, inputs, resume, compact }: SessionState["log"]): Activity {
  if (turn) return asks.open.length > 0 ? "asking" : "open"
  // What was asked for between two turns was acknowledged, too: the next driver finds it.
  const isAskedFor = (inputs.waiting.length > 0 && !inputs.held) || resume !== null || compact !== null
  return isAskedFor ? "pending" : "idle"
}

/** What the path of everything below a directory begins with. */
export function directoryPrefix(directory: string): string {
  return directory.endsWith("/") ? directory : `${directory}/`
}
