import { z } from "zod"
import type { Event, ForeignEvent } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import type { Row } from "./common.ts"
import { flagIn } from "./common.ts"
import { endpoints } from "./endpoint.ts"

/**
 * The frames of a stream, by their SSE event name. The `id` of a frame is an opaque cursor over everything sent
 * before it: passed back as `Last-Event-ID` or `cursor`, the stream continues there, even after a restart of the
 * server.
 */
export type Frames = {
  /** Replay is over for this session: what follows is live. `seq` is its head. */
  ready: { session: string; seq: number }
  event: { session: string; event: Event | ForeignEvent }
  /** Truncate the channel of the intent to the offset, then append. */
  delta: { session: string } & Delta
  /**
   * Changed rows, the newest state of each, and erased sessions. The first frame comes at once: fetch the list after
   * it.
   */
  list: { version: string; rows: Row[]; gone: string[] }
  /**
   * Too far behind, or an unknown cursor: fetch the state; the stream continues from `seq`. Without a session: the
   * list. Nothing follows for an erased or damaged session.
   */
  resync: { session?: string; seq?: number; because: "behind" | "unknown" | "erased" | "damaged" }
  /** Nothing new: the connection is alive. */
  beat: { at: string }
  /** The server stops: connect again. */
  bye: { because: string }
}

/** One frame: its SSE event name, and its data. */
export type Frame = { [Name in keyof Frames]: { name: Name; data: Frames[Name] } }[keyof Frames]

/** How often an idle stream sends a heartbeat. */
export const beatEveryMs = 10_000

/** A session that is more events behind is resynced instead of replayed. */
export const replayAtMost = 5_000

/** The most sessions of one stream: a cursor over all of them has to fit into a header. */
export const sessionsAtMost = 200

export const streamEndpoints = endpoints({
  "GET /api/stream": {
    tag: "stream",
    summary: "All events of the given sessions, and changes of the list, as server-sent events",
    query: z.object({
      sessions: z.string().max(16_000).default("").meta({
        description:
          "ids, with commas; `id:seq` begins after that seq, `id` at the head, unless the cursor knows better; `id=seq` and `id=` whatever it says",
      }),
      list: flagIn.default(false),
      cursor: z.string().max(32_000).optional().meta({ description: "as `Last-Event-ID`, which wins" }),
      poll: flagIn
        .default(false)
        .meta({ description: "end the answer after the first frames: for proxies that hold back what is not whole" }),
    }),
    status: 200,
    answer: "events",
    problems: ["invalid", "not-found", "busy"],
  },
})
