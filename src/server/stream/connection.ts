import { beatEveryMs } from "../contract/stream.ts"
import type { HandlerRequest } from "../handler.ts"
import { HttpProblem } from "../http/http-problem.ts"
import type { ServerContext } from "../server-context.ts"
import { listFrames } from "./list-frames.ts"
import type { StartedSession } from "./requested-session.ts"
import { openWriter } from "./response-writer.ts"
import { type Marked, sessionFrames } from "./session-frames.ts"
import { createStreamWriter } from "./session-writer.ts"
import { tagOf } from "./stream-position.ts"

/** What one connection tells, and from where. */
export type Plan = {
  sessions: readonly StartedSession[]
  /** The list, after a version or from now on; none if it is not asked for. */
  list?: { after: string | undefined }
  /** End with the first news. A listener that resumes knows that it is connected: that alone is none. */
  poll?: { isResumed: boolean }
  replayAtMost: number
}

export const timing = {
  beatMs: beatEveryMs,
  stallMs: 60_000,
  listMs: 250,
  /** How long an answer to `poll` waits for news, and how long for more of them. */
  pollMs: 20_000,
  gatherMs: 30,
} as const

export type Timing = { readonly [Name in keyof typeof timing]: number }

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
} as const

/** Gets small buffers on the way moving, and tells browsers not to wait long before they connect again. */
const preamble = `:${" ".repeat(2048)}\nretry: 1000\n\n`

/** Refuses what would be one stream too many, before anything is looked up for it. */
export function admitStream({ streams, stopping, closing }: ServerContext): void {
  const refused = (code: "stopping" | "busy", message: string) =>
    new HttpProblem(code, message, { headers: { "retry-after": "2" } })
  if (stopping() || closing.aborted) throw refused("stopping", "The server is stopping. Connect again in a moment.")
  if (streams.count < streams.max) return
  throw refused("busy", `${streams.max} streams are open: that is the most here. Close a tab, or try again later.`)
}

/** Starts the stream. It continues until the listener is gone or the server closes; neither cancels anything. */
export function startStream(
  context: ServerContext,
  { id, node }: HandlerRequest,
  plan: Plan,
  at: Timing = timing,
): void {
  const { outgoing } = node
  outgoing.writeHead(200, headers)
  outgoing.socket?.setNoDelay(true)
  outgoing.flushHeaders()

  const over = new AbortController()
  const stop = () => over.abort()
  const { signal } = over
  context.closing.addEventListener("abort", stop, { once: true })
  outgoing.once("close", stop)
  // An answer that cannot be written any more is no failure of the server: the listener went away.
  outgoing.on("error", stop)
  // It may have gone while its sessions were looked up.
  if (outgoing.destroyed) stop()
  context.streams.count++

  const writer = openWriter({ outgoing, stallMs: at.stallMs, signal })
  const streamWriter = createStreamWriter({
    ...(plan.list?.after ? { version: plan.list.after } : {}),
    sessions: new Map(plan.sessions.map(({ session, sent }) => [tagOf(session), sent])),
  })
  const poll = plan.poll && ending(plan.poll, at, stop)
  const put = (frame: Marked) => {
    const text = streamWriter.spell(frame)
    if (text === undefined) return
    writer.put(text)
    poll?.sent(frame)
  }
  const beat = () => put({ name: "beat", data: { at: new Date().toISOString() } })
  const beats = setInterval(() => {
    if (!writer.isFull && performance.now() - writer.lastPut >= at.beatMs) beat()
  }, at.beatMs / 2)

  // Each source has one frame in hand, and is asked for the next only when that one was put.
  const pump = async (frames: AsyncIterable<Marked>) => {
    for await (const frame of frames) {
      if (!(await writer.room())) return
      put(frame)
    }
  }
  const { store } = context
  const sources = plan.sessions.map(({ session, start }) =>
    sessionFrames({ store, session, start, replayAtMost: plan.replayAtMost, signal }),
  )
  if (plan.list) sources.push(listFrames({ context, after: plan.list.after, everyMs: at.listMs, signal }))
  const failed = (error: unknown) => {
    if (!signal.aborted) context.log.warn("a stream ended early", { request: id, error })
    stop()
  }
  writer.put(preamble)
  const finished = Promise.all(sources.map((frames) => pump(frames).catch(failed)))
  void Promise.all([finished, aborted(signal)]).then(() => {
    clearInterval(beats)
    poll?.clear()
    context.closing.removeEventListener("abort", stop)
    context.streams.count--
    if (outgoing.destroyed) return
    if (context.closing.aborted) put({ name: "bye", data: { because: "the server stops" } })
    else if (plan.poll) beat()
    writer.end()
  })
}

/** Ends the answer to a poll: soon after the first news, or when there are none for long. */
function ending({ isResumed }: { isResumed: boolean }, at: Timing, end: () => void) {
  const patience = setTimeout(end, at.pollMs)
  let soon: NodeJS.Timeout | undefined
  const isNews = ({ name, data }: Marked) => {
    if (name === "beat") return false
    if (!isResumed) return true
    return name !== "ready" && !(name === "list" && data.rows.length + data.gone.length === 0)
  }
  return {
    sent(frame: Marked): void {
      if (isNews(frame)) soon ??= setTimeout(end, at.gatherMs)
    },
    clear(): void {
      clearTimeout(patience)
      clearTimeout(soon)
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true })
  })
}
