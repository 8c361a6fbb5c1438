import { isHoldfastError } from "../session/error.ts"
import type { Store } from "../store/contract.ts"

/** How long a driver may take to release a session after its turn was cancelled or stopped. */
const patienceMs = 3_000

/** Runs work that takes the lease of a session: at once, or when a stopping driver releases it. */
export async function whenFree<T>(store: Store, session: string, work: () => Promise<T>): Promise<T> {
  const first = await attempt(store, session, work)
  if ("done" in first) return first.done
  let { refusal } = first
  // `changes` starts with the current state, so a release since the first attempt is not missed.
  for await (const change of store.changes({ signal: AbortSignal.timeout(patienceMs) })) {
    if ("sessions" in change && change.sessions.length > 0 && !change.sessions.includes(session)) continue
    const next = await attempt(store, session, work)
    if ("done" in next) return next.done
    refusal = next.refusal
  }
  throw refusal
}

async function attempt<T>(
  store: Store,
  session: string,
  work: () => Promise<T>,
): Promise<{ done: T } | { refusal: unknown }> {
  try {
    return { done: await work() }
  } catch (error) {
    if (!isHoldfastError(error) || error.code !== "owned") throw error
    const { turn } = (await store.state(session)).log
    if (turn && !turn.cancel) throw error
    return { refusal: error }
  }
}
