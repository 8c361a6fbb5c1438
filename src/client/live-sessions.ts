import { pause } from "../base/pause.ts"
import type { Frame } from "../server/contract/stream.ts"
import { retryAfterMs } from "./backoff.ts"
import { ApiProblem, type Client } from "./client.ts"
import { emptyView, fetched, type SessionView, type Step, step } from "./session-view.ts"
import { openStream, type StreamOptions } from "./stream.ts"

export type LiveOptions = Omit<StreamOptions, "sessions" | "onFrame"> & {
  client: Client
  sessions?: readonly string[]
  onView?: (view: SessionView) => void
  /** Frames that are of no session, and those of sessions after their view took them. */
  onFrame?: (frame: Frame) => void
}

/** Views of sessions that keep themselves up to date through every drop, and the list. */
export type LiveSessions = {
  /** The view of a session, once its state was fetched. */
  view(id: string): SessionView | undefined
  add(id: string): void
  remove(id: string): void
  nudge(): void
  renew(): void
  close(): void
}

/** Fetches the state of each session, then follows it from there: what happens in between is not missed. */
export function liveSessions(options: LiveOptions): LiveSessions {
  const { client, sessions = [], onView, onFrame, onStatus, ...more } = options
  const views = new Map<string, SessionView>()
  const fetching = new Map<string, AbortController>()
  // Only erased sessions are gone for good: a server with other data may not have the rest, and the next one may.
  const missing = new Set<string>()
  let nudged = new AbortController()

  const take = (id: string, { view, effect }: Step) => {
    const isNew = views.get(id) !== view
    views.set(id, view)
    if (effect === "refetch") refetch(id)
    if (effect === "restart") stream.add(id, view.state.seq)
    if (isNew) onView?.(view)
  }
  const stream = openStream({
    ...more,
    onStatus(status) {
      onStatus?.(status)
      if (status.state === "live") for (const id of missing) refetch(id)
    },
    onFrame(frame) {
      const id = "session" in frame.data ? frame.data.session : undefined
      const view = id === undefined ? undefined : views.get(id)
      if (id !== undefined && view) {
        if (frame.name === "resync" && frame.data.because === "erased") missing.add(id)
        take(id, step(view, frame))
      }
      onFrame?.(frame)
    },
  })

  // A newer wish takes the place of an older one: that may be answered with what was before.
  const refetch = (id: string) => {
    fetching.get(id)?.abort()
    const abort = new AbortController()
    fetching.set(id, abort)
    void fetchState(id, abort.signal).then((done) => {
      if (fetching.get(id) !== abort) return
      fetching.delete(id)
      done()
    })
  }
  const fetchState = async (id: string, signal: AbortSignal): Promise<() => void> => {
    for (let failures = 0; ; failures++) {
      try {
        const answer = await client.call("GET /api/sessions/:id", { params: { id }, signal })
        return () => {
          // What was missing starts over: it may have come back as it was before.
          const known = missing.delete(id) ? undefined : views.get(id)
          take(id, fetched(known ?? emptyView(id), answer))
          if (!known) stream.add(id, answer.state.seq)
        }
      } catch (error) {
        const gone = goneBy(error)
        if (gone) {
          return () => {
            if (error instanceof ApiProblem && error.code === "not-found") missing.add(id)
            else missing.delete(id)
            take(id, step(views.get(id) ?? emptyView(id), resync(id, gone)))
          }
        }
        if (signal.aborted) return () => undefined
        await pause(retryAfterMs(failures, Math.random()), AbortSignal.any([signal, nudged.signal]))
      }
    }
  }

  for (const id of sessions) refetch(id)
  return {
    view: (id) => views.get(id),
    add(id) {
      if (!views.has(id) && !fetching.has(id)) refetch(id)
    },
    remove(id) {
      fetching.get(id)?.abort()
      fetching.delete(id)
      views.delete(id)
      missing.delete(id)
      stream.remove(id)
    },
    nudge() {
      const waiting = nudged
      nudged = new AbortController()
      waiting.abort()
      stream.nudge()
    },
    renew: () => stream.renew(),
    close() {
      for (const abort of fetching.values()) abort.abort()
      fetching.clear()
      stream.close()
    },
  }
}

const resync = (session: string, because: "erased" | "damaged"): Frame => ({
  name: "resync",
  data: { session, because },
})

function goneBy(error: unknown): "erased" | "damaged" | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  if (error.code === "erased" || error.code === "not-found") return "erased"
  return error.code === "damaged" ? "damaged" : undefined
}
