import type { Client } from "../../src/client/client.ts"
import { type LiveSessions, liveSessions } from "../../src/client/live-sessions.ts"
import type { SessionView } from "../../src/client/session-view.ts"
import type { StreamStatus } from "../../src/client/stream.ts"
import type { Row } from "../../src/server/contract/common.ts"
import type { Frame } from "../../src/server/contract/stream.ts"
import { client } from "./api-client.ts"
import { cell } from "./cell.ts"
import { applyFetchedRows, applyStreamedRows, dropRows, rowsTick } from "./rows.ts"

/** The state of this tab's stream. */
export const connection = cell<StreamStatus>({ state: "connecting" })

/** The browser's network state; a local server needs no network. */
export const hasNetwork = cell(navigator.onLine)

/** The views of the shown sessions, by id. */
export const views = cell<ReadonlyMap<string, SessionView>>(new Map())

type Listener = (frame: Frame) => void
const listeners = new Set<Listener>()

/** Subscribes to stream frames, after the views have processed them; returns how to unsubscribe. */
export function onFrame(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const pending = new Map<string, SessionView>()

// Publish once per animation frame, or by a timer in a background tab.
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

/** This tab's stream, opened on first use. */
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
        applyStreamedRows(frame.data.rows)
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
  // A dead connection goes unnoticed: reconnect, which fails at once unless the server is local.
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

/** A session's state comes with its row, which the loaded part of the list may lack. */
const takingRows: Client = {
  fetch: client.fetch,
  async call(route, given) {
    const asked = rowsTick()
    const answer = await client.call(route, given)
    if (route === "GET /api/sessions/:id") applyFetchedRows([(answer as { row: Row }).row], asked)
    return answer
  },
}

/** Drops the view of a session that is no longer shown. */
export function forget(id: string): void {
  live().remove(id)
  pending.delete(id)
  views.set(new Map([...views.get()].filter(([known]) => known !== id)))
}
