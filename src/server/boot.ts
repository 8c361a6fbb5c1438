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

/**
 * Sees to what was cut off, before anybody looks at the list: sessions with something to do that nobody drives. One with
 * an open ask is none of them: it waits for its person. Those that another process drives are left to it; should it die
 * before it is done, they are seen to then.
 */
export async function takeUp(of: {
  store: Store
  agent: Agent
  conductor: Conductor
  how: ServerSettings["resume"]
  /** Aborted when the server stops. */
  signal: AbortSignal
  log: Log
}): Promise<TakenUp> {
  const { store, how, log } = of
  const taken = { resumed: [] as string[], left: [] as string[] }
  // To settle one moves it to the top of the list: all are found before the first is touched. In this order, so that one
  // whose owner dies meanwhile is in both and not in neither.
  const [elsewhere, cutOff] = [await all(store, "running"), await all(store, "interrupted")]
  for (let from = 0; from < cutOff.length; from += atOnce) {
    const seen = cutOff.slice(from, from + atOnce).map(async (row) => taken[await seeTo(row, of)].push(row.id))
    await Promise.all(seen)
  }
  if (how !== "off") awaitOwners(elsewhere, of)
  log.info("taken up", { how, resumed: taken.resumed.length, left: taken.left.length, elsewhere: elsewhere.length })
  return { how, ...taken }
}

type Ground = Parameters<typeof takeUp>[0]

/** What becomes of one that was cut off: it goes on by itself, or waits until a person has it go on. */
async function seeTo({ id, foreignThrough }: SessionRow, of: Ground): Promise<"resumed" | "left"> {
  const { store, agent, conductor, how, log } = of
  try {
    const { log: known } = await store.state(id)
    // A sub-run goes on with the turn that began it, and with what that one may do.
    if (how === "off" || known.startedBy !== null) return "left"
    if (!isSaidHere(known, foreignThrough)) return "left"
    if (how === "ask") {
      await agent.settle(id)
      return "left"
    }
    conductor.wake(id)
    return "resumed"
  } catch (error) {
    // One session that cannot be read must not keep the others from being served.
    log.warn("a session that was cut off is left as it is", { session: id, error })
    return "left"
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

/** Law: privilege. What was said elsewhere was not said here. */
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

/** How many are looked at side by side. */
const atOnce = 20

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
