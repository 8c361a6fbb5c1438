import type { Client } from "../../src/client/client.ts"
import { type LiveSessions, liveSessions } from "../../src/client/live-sessions.ts"
import type { SessionView } from "../../src/client/session-view.ts"
import type { StreamStatus } from "../../src/client/stream.ts"
import type { Row } from "../../src/server/contract/common.ts"
import type { Frame } from "../../src/server/contract/stream.ts"
import { cell } from "./cell.ts"
import { client } from "./client.ts"
import { dropRows, putRows, rowsAsked, takeRows } from "./rows.ts"

/** How the stream of this tab stands. */
export const connection = cell<StreamStatus>({ state: "connecting" })

/** What the browser says of its network. A server on this machine needs none. */
export const hasNetwork = cell(navigator.onLine)

/** The views of the sessions that are shown, by their id. */
export const views = cell<ReadonlyMap<string, SessionView>>(new Map())

type Listener = (frame: Frame) => void
const listeners = new Set<Listener>()

/** Told every frame, after the views took it. Gives a way to stop. */
export function onFrame(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const pending = new Map<string, SessionView>()

// Text comes faster than a screen is drawn: the page is told once a frame, and soon enough where none is drawn.
function publish(): void {
  if (pending.size === 0) return
  views.set(new Map([...views.get(), ...pending]))
  pending.clear()
}

function later(): void {
  if (document.visibilityState === "visible") requestAnimationFrame(publish)
  else setTimeout(publish, 250)
}

let sessions: LiveSessions | undefined

/** The stream of this tab; it is opened at the first use and lives as long as the page. */
export function live(): LiveSessions {
  sessions ??= start()
  return sessions
}

function start(): LiveSessions {
  const opened = liveSessions({
    client: takingRows,
    list: true,
    onStatus: (status) => connection.set(status),
    onView(view) {
      if (pending.size === 0) later()
      pending.set(view.state.id, view)
    },
    onFrame(frame) {
      if (frame.name === "list") {
        putRows(frame.data.rows)
        dropRows(frame.data.gone)
      }
      for (const listener of listeners) listener(frame)
    },
  })
  const nudge = () => opened.nudge()
  addEventListener("online", () => {
    hasNetwork.set(true)
    nudge()
  })
  // Nothing tells of a connection that hangs: a new one fails at once, or does not if the server is on this machine.
  addEventListener("offline", () => {
    hasNetwork.set(false)
    opened.renew()
  })
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return
    publish()
    nudge()
  })
  return opened
}

/** The state of a session comes with its row: it is taken, since no list may have been read as far as that. */
const takingRows: Client = {
  fetch: client.fetch,
  async call(route, given) {
    const asked = rowsAsked()
    const answer = await client.call(route, given)
    if (route === "GET /api/sessions/:id") takeRows([(answer as { row: Row }).row], asked)
    return answer
  },
}

/** Forgets the view of a session that is no longer shown. */
export function forget(id: string): void {
  live().remove(id)
  pending.delete(id)
  views.set(new Map([...views.get()].filter(([known]) => known !== id)))
}
