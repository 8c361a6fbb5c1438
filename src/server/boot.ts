import type { Agent } from "../agent/agent.ts"
import { sweepErased } from "../agent/sweep.ts"
import type { SessionState } from "../session/state.ts"
import type { ListQuery, SessionRow, Store } from "../store/contract.ts"
import type { ServerSettings } from "./contract/house.ts"
import type { Conductor } from "./engine/conductor.ts"
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
 * Sees to what was cut off, before anybody looks at the list: sessions with something to do that nobody drives. Those
 * that another process drives are none of them, and neither is one with an open ask: it waits for its person.
 */
export async function takeUp(of: {
  store: Store
  agent: Agent
  conductor: Conductor
  how: ServerSettings["resume"]
  log: Log
}): Promise<TakenUp> {
  const { store, agent, conductor, how, log } = of
  const resumed: string[] = []
  const left: string[] = []
  const seeTo = async ({ id, foreignThrough }: SessionRow) => {
    const { log: known } = await store.state(id)
    // A sub-run goes on with the turn that began it, and with what that one may do.
    if (how === "off" || known.startedBy !== null) return void left.push(id)
    if (!isSaidHere(known, foreignThrough)) return void left.push(id)
    if (how === "ask") {
      await agent.settle(id)
      return void left.push(id)
    }
    conductor.wake(id)
    resumed.push(id)
  }
  for await (const rows of cutOff(store)) {
    await Promise.all(
      rows.map((row) =>
        seeTo(row).catch((error: unknown) => {
          // One session that cannot be read must not keep the others from being served.
          left.push(row.id)
          log.warn("a session that was cut off is left as it is", { session: row.id, error })
        }),
      ),
    )
  }
  log.info("taken up", { how, resumed: resumed.length, left: left.length })
  return { how, resumed, left }
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

async function* cutOff(store: Store): AsyncGenerator<readonly SessionRow[]> {
  // To settle one moves it to the top of the list: all are found before the first is touched.
  const found: SessionRow[] = []
  for (const archived of [false, true]) found.push(...(await all(store, { status: "interrupted", archived })))
  for (let from = 0; from < found.length; from += atOnce) yield found.slice(from, from + atOnce)
}

async function all(store: Store, query: ListQuery): Promise<SessionRow[]> {
  const found: SessionRow[] = []
  let cursor: string | null = null
  do {
    const page = await store.list({ ...query, limit: 500, ...(cursor ? { cursor } : {}) })
    found.push(...page.items)
    cursor = page.next
  } while (cursor)
  return found
}
