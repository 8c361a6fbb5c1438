import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { Store } from "../../store/contract.ts"
import { sessionsAtMost } from "../contract/stream.ts"
import { markAt, type Start } from "./session-frames.ts"
import { type SessionPosition, type StreamPosition, tagOf, unescaped } from "./stream-position.ts"

/** A session as it was asked for. `isForced`: whatever the cursor says. */
export type RequestedSession = { session: string; after?: number; isForced?: boolean }

/** A session with where to begin, and what the listener was sent of it before that. */
export type StartedSession = { session: string; start: Start; sent: SessionPosition }

/** `a,b:12,c=12,d=`, where ids are spelled as in an address. */
export function parseWanted(text: string): RequestedSession[] {
  const wanted = text
    .split(",")
    .filter((part) => part !== "")
    .map((part): RequestedSession => {
      const [, id = "", sign, after = ""] = /^([^:=]+)(?:([:=])(\d{0,15}))?$/.exec(part) ?? []
      return { session: idOf(id), isForced: sign === "=", ...(after === "" ? {} : { after: Number(after) }) }
    })
  if (new Set(wanted.map(({ session }) => session)).size < wanted.length) {
    throw new HoldfastError("invalid", "A session is named more than once.")
  }
  if (wanted.length > sessionsAtMost) {
    throw new HoldfastError("invalid", `A stream carries at most ${sessionsAtMost} sessions, not ${wanted.length}.`)
  }
  return wanted
}

function idOf(text: string): string {
  const id = unescaped(text)
  if (id !== undefined && id.length >= 1 && id.length <= 256) return id
  throw new HoldfastError("invalid", "Sessions must be comma-separated ids: 'id', 'id:seq' or 'id=seq'.")
}

/** What a cursor was given as: none, one with a position, or one that cannot be read here. */
export type RequestedPosition = StreamPosition | "none" | "unknown"

/** Where to begin with a session. One that never was is `not-found`; one that the listener knew is reported as gone. */
export async function begin(
  store: Store,
  { session, after, isForced = false }: RequestedSession,
  given: RequestedPosition,
  replayAtMost: number,
): Promise<StartedSession> {
  const known = typeof given === "string" || isForced ? undefined : given.sessions.get(tagOf(session))
  try {
    const { seq: head } = await store.row(session)
    const from = known?.seq ?? after ?? head
    const isUnknown = (given === "unknown" && !isForced) || from > head
    const event = isUnknown ? undefined : await markAt(store, session, from)
    const isOther = known !== undefined && known.event !== event
    if (event !== undefined && !isOther && head - from <= replayAtMost) {
      const sent = { seq: from, event, texts: known?.texts ?? new Map() }
      return { session, start: { after: from, head }, sent }
    }
    const mark = (await markAt(store, session, head)) ?? ""
    const resync = event === undefined || isOther ? "unknown" : "behind"
    return { session, start: { resync, head, mark }, sent: { seq: head, event: mark, texts: new Map() } }
  } catch (error) {
    const gone = goneBy(error, known !== undefined)
    if (gone) return { session, start: { gone }, sent: { seq: 0, event: "", texts: new Map() } }
    throw isHoldfastError(error) ? withSession(error, session) : error
  }
}

function goneBy(error: unknown, wasKnown: boolean): "erased" | "damaged" | undefined {
  if (!isHoldfastError(error)) return undefined
  if (error.code === "damaged") return "damaged"
  return error.code === "erased" || (error.code === "not-found" && wasKnown) ? "erased" : undefined
}

// Which of many it was: a client drops that one and connects again.
function withSession({ code, message, details, cause }: HoldfastError, session: string): HoldfastError {
  return new HoldfastError(code, message, { cause, details: { ...details, session } })
}
