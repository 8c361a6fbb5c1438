import { setTimeout as delay } from "node:timers/promises"
import { isHoldfastError } from "../../session/error.ts"
import type { ListChange, Store } from "../../store/contract.ts"
import type { Log } from "../log.ts"
import { setbackOf } from "./setback.ts"

/** Sessions that another process drives, although there is work for us: they are looked at when they change. */
export type LeaseWait = {
  add(session: string): void
  delete(session: string): void
  end(): Promise<void>
}

export function waitForLease(of: {
  store: Pick<Store, "row" | "changes">
  log: Log
  /** No process drives it any more. */
  onFree(session: string): void
}): LeaseWait {
  const { store, log, onFree } = of
  const ending = new AbortController()
  const sessions = new Set<string>()

  const look = async (session: string) => {
    if (!sessions.has(session)) return
    try {
      const { status } = await store.row(session)
      if (status !== "running" && sessions.delete(session)) onFree(session)
    } catch (error) {
      if (setbackOf(error, 0).do === "try-again") return void setTimeout(look, againMs, session).unref()
      // Erased, or the store is being closed: there is nothing to come back to.
      sessions.delete(session)
      log.warn("a session is left alone", { session, error })
    }
  }
  const watching = watch(store, ending.signal, log, (change) => {
    const changed = "resync" in change ? [...sessions] : change.sessions.filter((session) => sessions.has(session))
    for (const session of changed) void look(session)
  })
  return {
    add(session) {
      sessions.add(session)
      // It may have become free before it was in the set.
      void look(session)
    },
    delete: (session) => void sessions.delete(session),
    end() {
      ending.abort()
      sessions.clear()
      return watching
    },
  }
}

const againMs = 1_000

async function watch(
  store: Pick<Store, "changes">,
  signal: AbortSignal,
  log: Log,
  onChange: (change: ListChange) => void,
): Promise<void> {
  let after: string | undefined
  while (!signal.aborted) {
    try {
      for await (const change of store.changes({ ...(after ? { after } : {}), signal })) {
        after = change.version
        onChange(change)
      }
    } catch (error) {
      if (signal.aborted || (isHoldfastError(error) && error.code === "closed")) return
      log.warn("the list could not be watched", { error })
      await delay(againMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
