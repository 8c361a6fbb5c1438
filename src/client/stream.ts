import type { Frame, Frames } from "../server/contract/stream.ts"
import { retryAfterMs } from "./backoff.ts"
import { type Connection, connect, type Ended } from "./stream-connection.ts"

/** The status of a stream. `offline`: the server has not been reached for a while; retries continue. */
export type StreamStatus =
  | { state: "connecting" }
  | { state: "live"; by: "stream" | "poll" }
  | { state: "retrying" | "offline"; inMs: number; because: string }
  | { state: "closed" }

export type StreamOptions = {
  base?: string
  token?: string
  /** The sessions, each after a seq that is known, or from its head on. */
  sessions?: ReadonlyArray<{ id: string; after?: number }>
  list?: boolean
  onFrame: (frame: Frame) => void
  onStatus?: (status: StreamStatus) => void
  fetch?: typeof fetch
  timing?: Partial<StreamTiming>
}

const streamTiming = {
  /** Two beats and a half: one that is late is not yet a dead connection. */
  silenceMs: 25_000,
  /** Without a byte for so long something on the way holds them back. */
  firstByteMs: 5_000,
  /** How long an answer to a poll may take: the server ends it sooner. */
  pollMs: 40_000,
  /** Between two polls at least. */
  pollEveryMs: 250,
  /** How long it is polled before a stream is tried again. */
  pollForMs: 300_000,
} as const

type StreamTiming = { readonly [Name in keyof typeof streamTiming]: number }

/** A stream of frames that never ends by itself: it reconnects after every drop and continues where it was. */
export type Stream = {
  /** Follows a session from a seq on; one that is followed already starts over there. The others miss nothing. */
  add(id: string, after?: number): void
  remove(id: string): void
  /** Something changed, such as the network, or the machine woke up: a try that waits is made now. */
  nudge(): void
  /** The connection may be dead, whatever was received on it: reconnects, and continues where it was. */
  renew(): void
  close(): void
}

const togetherMs = 10

/** A connection that holds so long was none in vain, even without news. */
const steadyMs = 3000

/** After so many failed attempts the status is offline. */
const offlineAfter = 4

/** Follows sessions and the list, for browsers and for Node. In a browser the cookie says who asks. */
export function openStream(options: StreamOptions): Stream {
  const timing = { ...streamTiming, ...options.timing }
  // `after` is sent to the server until a cursor covers the session.
  const wanted = new Map<string, { after: number | undefined; isNew: boolean }>()
  for (const { id, after } of options.sessions ?? []) wanted.set(id, { after, isNew: true })

  let cursor: string | undefined
  let current: Connection | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let pollUntil = 0
  let isClosed = false
  let last: StreamStatus = { state: "connecting" }

  const publishStatus = (status: StreamStatus) => {
    const isSame = status.state === "live" && last.state === "live" && status.by === last.by
    last = status
    if (!isSame) options.onStatus?.(status)
  }

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(go, ms)
  }
  const query = (isPoll: boolean) => {
    const sessions = [...wanted].map(([id, { after, isNew }]) => {
      const spelled = encodeURIComponent(id)
      return isNew ? `${spelled}=${after ?? ""}` : spelled
    })
    return new URLSearchParams({
      ...(sessions.length > 0 ? { sessions: sessions.join(",") } : {}),
      ...(options.list ? { list: "true" } : {}),
      ...(isPoll ? { poll: "true" } : {}),
    })
  }

  const go = () => {
    clearTimeout(timer)
    const isPoll = Date.now() < pollUntil
    const from = cursor
    const since = Date.now()
    const asked = new Set(wanted.keys())
    if (!isPoll) publishStatus({ state: "connecting" })
    const connection = connect({
      url: `${options.base ?? ""}/api/stream?${query(isPoll)}`,
      headers: {
        accept: "text/event-stream",
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(cursor === undefined ? {} : { "last-event-id": cursor }),
      },
      // A browser refuses its own `fetch` as a method of anything else.
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      firstByteMs: isPoll ? timing.pollMs : timing.firstByteMs,
      silenceMs: isPoll ? timing.pollMs : timing.silenceMs,
      onOpen: () => current === connection && publishStatus({ state: "live", by: isPoll ? "poll" : "stream" }),
      onFrame(frame, id) {
        if (current !== connection) return
        if (frame.name === "resync" && frame.data.because === "erased") wanted.delete(frame.data.session ?? "")
        options.onFrame(frame)
        if (id === undefined || current !== connection) return
        cursor = id
        if (cursor !== from || Date.now() - since >= steadyMs) failures = 0
        for (const [session, known] of wanted) if (asked.has(session)) known.isNew = false
      },
      onEnd(ended) {
        if (current === connection) goOn(ended, isPoll)
      },
    })
    current = connection
  }

  const goOn = (ended: Ended, wasPoll: boolean) => {
    current = undefined
    if (isClosed) return
    switch (ended.by) {
      case "end":
        if (wasPoll) return later(timing.pollEveryMs)
        return retry("the connection ended")
      case "held-back":
        pollUntil = wasPoll ? 0 : Date.now() + timing.pollForMs
        return wasPoll ? retry("nothing came through") : later(0)
      case "failure":
        return retry(ended.because)
      case "refusal":
        return refused(ended)
    }
    ended satisfies never
  }

  // One session that is not there does not keep the others waiting.
  const refused = ({ status, code, session, message }: Extract<Ended, { by: "refusal" }>) => {
    if (session === undefined || !wanted.delete(session)) {
      if (status < 500) failures = Math.max(failures, offlineAfter)
      return retry(message)
    }
    const because: Frames["resync"]["because"] = code === "damaged" ? "damaged" : "erased"
    options.onFrame({ name: "resync", data: { session, because } })
    if (!isClosed && !current) later(0)
  }

  const retry = (because: string) => {
    const inMs = retryAfterMs(failures++, Math.random())
    publishStatus({ state: failures > offlineAfter ? "offline" : "retrying", inMs, because })
    if (!isClosed) later(inMs)
  }

  // Changes that are made together are one new connection.
  const reopen = () => {
    if (isClosed) return
    current?.abort()
    current = undefined
    later(togetherMs)
  }

  const renew = () => {
    failures = 0
    reopen()
  }

  go()
  return {
    add(id, after) {
      wanted.set(id, { after, isNew: true })
      reopen()
    },
    remove(id) {
      if (wanted.delete(id)) reopen()
    },
    nudge() {
      if (!current || current.silentMs() >= timing.silenceMs / 2) renew()
    },
    renew,
    close() {
      isClosed = true
      clearTimeout(timer)
      current?.abort()
      current = undefined
      publishStatus({ state: "closed" })
    },
  }
}
