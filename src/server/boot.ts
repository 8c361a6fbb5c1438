import type { Agent } from "../agent/agent.ts"
import { sweepErased } from "../agent/sweep.ts"
import type { SessionState } from "../session/state.ts"
import type { Page, SessionRow, Status, Store } from "../store/contract.ts"
import type { ServerSettings } from "./contract/house.ts"
import type { Conductor } from "./engine/conductor.ts"
import { standAside } from "./engine/stand-aside.ts"
import type { Log } from "./log.ts"

/** What became of the sessions that were cut off. */
export type TakenUp = {
  how: ServerSettings["resume"]
  /** Those that go on by themselves. */
  resumed: readonly string[]
  /** Those that wait until a person has them go on. */
  left: readonly string[]
}

/** The sessions that were found interrupted: those about to be resumed, and those that wait for a person. */
export type Interrupted = { resuming: readonly SessionRow[]; waiting: readonly SessionRow[] }

/**
 * Sees to what was cut off, before anybody looks at the list: sessions with something to do that nobody drives. One with
 * an open ask is none of them: it waits for its person. Those that another process drives are left to it; should it die
 * before it is done, they are seen to then.
 */
export async function takeUp(of: {
  /** Told which sessions were found, before any of them is resumed. */
  onInterrupted?(found: Interrupted): void | Promise<void>
  store: Store
  agent: Agent
  conductor: Conductor
  how: ServerSettings["resume"]
  /** Aborted when the server stops. */
  signal: AbortSignal
  log: Log
}): Promise<TakenUp> {
  const { store, how, log } = of
  // To settle one moves it to the top of the list: all are found before the first is touched. In this order, so that one
  // whose owner dies meanwhile is in both and not in neither.
  const [elsewhere, cutOff] = [await all(store, "running"), await all(store, "interrupted")]
  const [resuming, waiting] = await partition(cutOff, (row) => isToResume(row, of))
  await of.onInterrupted?.({ resuming, waiting })
  await inBatches([...resuming, ...waiting], (row) => seeTo(row, of))
  const taken = { resumed: resuming.map(({ id }) => id), left: waiting.map(({ id }) => id) }
  if (how !== "off") awaitOwners(elsewhere, of)
  log.info("taken up", { how, resumed: taken.resumed.length, left: taken.left.length, elsewhere: elsewhere.length })
  return { how, ...taken }
}

type Ground = Parameters<typeof takeUp>[0]

/** Whether a session continues by itself; one that cannot be read is left alone. */
async function isToResume(row: SessionRow, { store, how, log }: Ground): Promise<boolean> {
  if (how !== "auto") return false
  try {
    return isOwn(row, (await store.state(row.id)).log)
  } catch (error) {
    log.warn("a session that was interrupted cannot be resumed", { session: row.id, error })
    return false
  }
}

/** A sub-run continues with the turn that started it. Law: privilege. What was said elsewhere was not said here. */
function isOwn({ foreignThrough }: SessionRow, log: SessionState["log"]): boolean {
  return log.startedBy === null && isSaidHere(log, foreignThrough)
}

/** What becomes of one that was cut off: it goes on by itself, or waits until a person has it go on. */
async function seeTo(row: SessionRow, of: Ground): Promise<"resumed" | "left"> {
  const { store, agent, conductor, how, log } = of
  if (await isToResume(row, of)) {
    conductor.wake(row.id)
    return "resumed"
  }
  try {
    if (how === "ask" && isOwn(row, (await store.state(row.id)).log)) await agent.settle(row.id)
  } catch (error) {
    // One session that cannot be read must not keep the others from being served.
    log.warn("a session that was cut off is left as it is", { session: row.id, error })
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

/** How many sessions are looked at side by side. */
const atOnce = 20

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) {
    await Promise.all(items.slice(from, from + atOnce).map(work))
  }
}

/** Sees to sessions that others drive once nobody does, if something of them is left to do. */
function awaitOwners(rows: readonly SessionRow[], of: Ground): void {
  const { store, signal, log } = of
  if (rows.length === 0) return
  const look = async (session: string) => {
    const row = await store.row(session)
    // Another one was faster.
    if (row.status === "running") return aside.add(session)
    const became = row.status === "interrupted" ? await seeTo(row, of) : row.status
    log.info("a session is free that was driven elsewhere", { session, became })
  }
  const onFree = (session: string) =>
    void look(session).catch((error: unknown) => log.warn("a session is left alone", { session, error }))
  const aside = standAside({ store, log, onFree })
  signal.addEventListener("abort", () => void aside.end())
  for (const { id } of rows) aside.add(id)
}

function isSaidHere({ turn, inputs, compact }: SessionState["log"], foreignThrough: number): boolean {
  const said = [turn?.seq ?? 0, compact?.seq ?? 0, ...inputs.waiting.map(({ seq }) => seq)]
  return foreignThrough === 0 || Math.max(...said) > foreignThrough
}

/** Removes what erasures that were cut off have left beside the store. The server works without it, and does not wait. */
export async function sweep(of: { store: Store; directory: string; signal: AbortSignal; log: Log }): Promise<void> {
  const { log } = of
  try {
    const sessions = await sweepErased(of)
    if (sessions.length > 0) log.info("what was left of erased sessions is removed", { sessions })
  } catch (error) {
    log.warn("what is left of erased sessions could not be removed", { error })
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
