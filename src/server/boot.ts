import type { Agent } from "../agent/agent.ts"
import { sweepErased } from "../agent/recovery/sweep.ts"
import type { SessionState } from "../session/state.ts"
import type { Page, SessionRow, Status, Store } from "../store/contract.ts"
import type { ServerSettings } from "./contract/system.ts"
import type { Conductor } from "./engine/conductor.ts"
import { waitForLease } from "./engine/wait-for-lease.ts"
import type { Log } from "./log.ts"

/** What happens to the sessions that were interrupted. */
export type ResumedSession = {
  how: ServerSettings["resume"]
  /** Resumed automatically. */
  resumed: readonly string[]
  /** Waiting for a person to resume them. */
  left: readonly string[]
}

/** The interrupted sessions: those about to be resumed, and those that wait for a person. */
export type Interrupted = { resuming: readonly SessionRow[]; waiting: readonly SessionRow[] }

/**
 * Handles interrupted sessions before the server answers: those with work to do and no driver. A session with an open
 * ask is not interrupted. Sessions that another process drives are left to it, and handled if it dies.
 */
export async function resumeInterrupted(of: {
  /** Called with the interrupted sessions before any of them is resumed. */
  onInterrupted?(found: Interrupted): void | Promise<void>
  store: Store
  agent: Agent
  conductor: Conductor
  how: ServerSettings["resume"]
  /** Aborted when the server stops. */
  signal: AbortSignal
  log: Log
}): Promise<ResumedSession> {
  const { store, how, log } = of
  // Resuming moves a session to the top of the list, so read everything first. In this order a session whose owner
  // dies meanwhile is in both lists rather than in neither.
  const [running, cutOff] = [await all(store, "running"), await all(store, "interrupted")]
  const [resuming, waiting] = await partition(cutOff, (row) => isToResume(row, of))
  await of.onInterrupted?.({ resuming, waiting })
  await inBatches([...resuming, ...waiting], (row) => resumeOrLeave(row, of))
  const taken = { resumed: resuming.map(({ id }) => id), left: waiting.map(({ id }) => id) }
  if (how !== "off") awaitOwners(running, of)
  log.info("interrupted sessions handled", {
    how,
    resumed: taken.resumed.length,
    left: taken.left.length,
    running: running.length,
  })
  return { how, ...taken }
}

type BootContext = Parameters<typeof resumeInterrupted>[0]

/** Whether a session is resumed automatically; one that cannot be read is not touched. */
async function isToResume(row: SessionRow, { store, how, log }: BootContext): Promise<boolean> {
  if (how !== "auto") return false
  try {
    return isOwn(row, (await store.state(row.id)).log)
  } catch (error) {
    log.warn("an interrupted session cannot be read", { session: row.id, error })
    return false
  }
}

/** A sub-run resumes with the turn that started it. Law: privilege. Imported input was not given on this machine. */
function isOwn({ foreignThrough }: SessionRow, log: SessionState["log"]): boolean {
  return log.startedBy === null && startedHere(log, foreignThrough)
}

/** Resumes an interrupted session or leaves it to a person. */
async function resumeOrLeave(row: SessionRow, of: BootContext): Promise<"resumed" | "left"> {
  const { store, agent, conductor, how, log } = of
  if (await isToResume(row, of)) {
    conductor.wake(row.id)
    return "resumed"
  }
  try {
    if (how === "ask" && isOwn(row, (await store.state(row.id)).log)) await agent.settle(row.id)
  } catch (error) {
    // One unreadable session must not keep the server from starting.
    log.warn("an interrupted session could not be handled", { session: row.id, error })
  }
  return "left"
}

async function partition<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<[T[], T[]]> {
  const passed = new Set<T>()
  await inBatches(items, async (item) => {
    if (await test(item)) passed.add(item)
  })
  return [items.filter((item) => passed.has(item)), items.filter((item) => !passed.has(item))]
}

const atOnce = 20

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) {
    await Promise.all(items.slice(from, from + atOnce).map(work))
  }
}

/** Handles sessions that other processes drive once they are released with work left. */
function awaitOwners(rows: readonly SessionRow[], of: BootContext): void {
  const { store, signal, log } = of
  if (rows.length === 0) return
  const look = async (session: string) => {
    const row = await store.row(session)
    // Another process took it first.
    if (row.status === "running") return waiting.add(session)
    const became = row.status === "interrupted" ? await resumeOrLeave(row, of) : row.status
    log.info("another process released a session", { session, became })
  }
  const onFree = (session: string) =>
    void look(session).catch((error: unknown) =>
      log.warn("a released session could not be handled", { session, error }),
    )
  const waiting = waitForLease({ store, log, onFree })
  signal.addEventListener("abort", () => void waiting.end())
  for (const { id } of rows) waiting.add(id)
}

function startedHere({ turn, inputs, compact }: SessionState["log"], foreignThrough: number): boolean {
  const seqs = [turn?.seq ?? 0, compact?.seq ?? 0, ...inputs.waiting.map(({ seq }) => seq)]
  return foreignThrough === 0 || Math.max(...seqs) > foreignThrough
}

/** Finishes interrupted erasures in the background: removes what they left beside the store. */
export async function sweep(of: { store: Store; directory: string; signal: AbortSignal; log: Log }): Promise<void> {
  const { log } = of
  try {
    const sessions = await sweepErased(of)
    if (sessions.length > 0) log.info("interrupted erasures finished", { sessions })
  } catch (error) {
    log.warn("interrupted erasures could not be finished", { error })
  }
}

async function all(store: Store, status: Status): Promise<SessionRow[]> {
  const found: SessionRow[] = []
  for (const archived of [false, true]) {
    let cursor: string | null = null
    do {
      const page: Page<SessionRow> = await store.list({ status, archived, limit: 500, ...(cursor ? { cursor } : {}) })
      found.push(...page.items)
      cursor = page.next
    } while (cursor)
  }
  return found
}
