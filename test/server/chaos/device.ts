import { EventEmitter, once } from "node:events"
import { ApiProblem, apiClient } from "../../../src/client/client.ts"
import { liveSessions } from "../../../src/client/live-sessions.ts"
import { earlier, type SessionView } from "../../../src/client/session-view.ts"
import type { Frame } from "../../../src/server/contract/stream.ts"
import type { Random } from "../../crash/random.ts"
import { cuttingProxy } from "../cutting-proxy.ts"
import type { MortalServer } from "./mortal-server.ts"
import { persist } from "./persist.ts"
import type { Line } from "./plot.ts"
import { type ShownTexts, shownTexts } from "./shown-texts.ts"

/** One client of all sessions, behind connections that are cut at random bytes. */
export type Device = {
  shown: ShownTexts
  /** The asks that this device was told to have answered. */
  won: Set<string>
  counts(): { cuts: number; retries: number }
  view(id: string): SessionView | undefined
  /** Settles when the view of a session fits. */
  until(id: string, fits: (view: SessionView) => boolean): Promise<SessionView>
  /** Says it until it is accepted: where it is in the log. */
  say(id: string, line: Line): Promise<number>
  /** Settles when every ask that was shown has an answer: this device approves each, unless somebody was first. */
  settled(): Promise<void>
  /** The view of a session with all its events, back to the first. */
  whole(id: string): Promise<SessionView>
  /** The network is there again. */
  nudge(): void
  close(): void
}

type Equipment = {
  name: string
  server: MortalServer
  sessions: readonly string[]
  random: Random
  onFrame(frame: Frame): void
}

export async function openDevice({ name, server, sessions, random, onFrame }: Equipment): Promise<Device> {
  const target = () => server.url
  // Some end within their first bytes, and the others last for a while, so that every client gets somewhere.
  const cutAfter = (least: number, most: number) => () =>
    random.chance(0.25) ? random.between(1, least) : random.between(least, most)
  const streams = await cuttingProxy({ target, cutAfter: cutAfter(3000, 200_000) })
  const intents = await cuttingProxy({ target, cutAfter: cutAfter(1000, 5000) })
  const { token } = server
  const client = apiClient({ base: intents.url, token })
  const reader = apiClient({ base: streams.url, token })
  const changed = new EventEmitter().setMaxListeners(0)
  const shown = shownTexts()
  const won = new Set<string>()
  let retries = 0
  const insist = <T>(ask: () => Promise<T>) => persist(server, ask, () => retries++)
  const approving = new Map<string, Promise<void>>()
  const approve = async (id: string, ask: string) => {
    const given = { params: { id, ask }, body: { answer: "approve" as const }, key: `${name} ${ask}` }
    try {
      await insist(() => client.call("POST /api/sessions/:id/asks/:ask", given))
      won.add(ask)
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "answered") throw error
    }
  }
  const live = liveSessions({
    client: reader,
    base: streams.url,
    token,
    sessions,
    onFrame,
    onView(view) {
      shown.take(view)
      for (const { ask } of view.state.log.asks.open) {
        if (approving.has(ask)) continue
        const approved = approve(view.state.id, ask)
        approving.set(ask, approved)
        // It is told by `settled`.
        approved.catch(() => undefined)
      }
      changed.emit(view.state.id)
    },
  })

  return {
    shown,
    won,
    counts: () => ({ cuts: streams.cuts + intents.cuts, retries }),
    view: live.view,
    async until(id, fits) {
      for (;;) {
        const view = live.view(id)
        if (view && fits(view)) return view
        await once(changed, id)
      }
    },
    async say(id, { text, kind, key }) {
      const given = { params: { id }, body: { text, kind }, key }
      const { seq, input } = await insist(() => client.call("POST /api/sessions/:id/inputs", given))
      if (input !== key) throw new Error(`the input ${key} was accepted as ${input}`)
      return seq
    },
    async settled() {
      const failed = (await Promise.allSettled(approving.values())).find(({ status }) => status === "rejected")
      if (failed) throw (failed as PromiseRejectedResult).reason
    },
    async whole(id) {
      let view = live.view(id)
      while (view && view.events[0]?.seq !== 1) {
        const before = view.events[0]?.seq ?? view.state.seq + 1
        const query = { before, limit: 500 }
        const page = await insist(() => reader.call("GET /api/sessions/:id/events", { params: { id }, query }))
        view = earlier(view, page.events)
      }
      if (!view) throw new Error(`the session ${id} is not shown`)
      return view
    },
    nudge: live.nudge,
    close: live.close,
  }
}
