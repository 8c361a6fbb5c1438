import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { Store } from "../../store/contract.ts"
import { sessionsAtMost } from "../contract/stream.ts"
import { type Told, type ToldSession, tagOf, unescaped } from "./cursor.ts"
import { markAt, type Start } from "./session-frames.ts"

/** A session as it was asked for. `isForced`: whatever the cursor says. */
export type Wanted = { session: string; after?: number; isForced?: boolean }

/** A session with where to begin, and what the listener was told of it before that. */
export type Begun = { session: string; start: Start; told: ToldSession }

/** `a,b:12,c=12,d=`, where ids are spelled as in an address. */
export function parseWanted(text: string): Wanted[] {
  const wanted = text
    .split(",")
    .filter((part) => part !== "")
    .map((part): Wanted => {
      const [, id = "", sign, after = ""] = /^([^:=]+)(?:([:=])(\d{0,15}))?$/.exec(part) ?? []
      return { session: idOf(id), isForced: sign === "=", ...(after === "" ? {} : { after: Number(after) }) }
    })
  if (new Set(wanted.map(({ session }) => session)).size < wanted.length) {
    throw new HoldfastError("invalid", "A session is named more than once.")
  }
  if (wanted.length > sessionsAtMost) {
    throw new HoldfastError("invalid", `A stream tells of ${sessionsAtMost} sessions at most, not ${wanted.length}.`)
  }
  return wanted
}

function idOf(text: string): string {
  const id = unescaped(text)
  if (id !== undefined && id.length >= 1 && id.length <= 256) return id
  throw new HoldfastError("invalid", "Sessions are given as ids with commas: 'id', 'id:seq' or 'id=seq'.")
}

/** What a cursor was given as: none, one that says something, or one that nobody here understands. */
export type Given = Told | "none" | "unknown"

/** Where to begin with a session. One that never was is `not-found`; one that the listener knew is told to be gone. */
export async function begin(
  store: Store,
  { session, after, isForced = false }: Wanted,
  given: Given,
  replayAtMost: number,
): Promise<Begun> {
  const known = typeof given === "string" || isForced ? undefined : given.sessions.get(tagOf(session))
  try {
    const { seq: head } = await store.row(session)
    const from = known?.seq ?? after ?? head
    const isUnknown = (given === "unknown" && !isForced) || from > head
    const event = isUnknown ? undefined : await markAt(store, session, from)
    const isOther = known !== undefined && known.event !== event
    if (event !== undefined && !isOther && head - from <= replayAtMost) {
      const told = { seq: from, event, texts: known?.texts ?? new Map() }
      return { session, start: { after: from, head }, told }
    }
    const mark = (await markAt(store, session, head)) ?? ""
    const resync = event === undefined || isOther ? "unknown" : "behind"
    return { session, start: { resync, head, mark }, told: { seq: head, event: mark, texts: new Map() } }
  } catch (error) {
    const gone = goneBy(error, known !== undefined)
    if (gone) return { session, start: { gone }, told: { seq: 0, event: "", texts: new Map() } }
    throw isHoldfastError(error) ? withSession(error, session) : error
  }
}

function goneBy(error: unknown, wasKnown: boolean): "erased" | "damaged" | undefined {
  if (!isHoldfastError(error)) return undefined
  if (error.code === "damaged") return "damaged"
  return error.code === "erased" || (error.code === "not-found" && wasKnown) ? "erased" : undefined
}

// Which of many it was: a client lets go of that one and connects again.
function withSession({ code, message, details, cause }: HoldfastError, session: string): HoldfastError {
  return new HoldfastError(code, message, { cause, details: { ...details, session } })
}
