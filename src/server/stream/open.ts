import { replayAtMost } from "../contract/stream.ts"
import type { Asked } from "../handler.ts"
import type { House } from "../house.ts"
import { admitStream, type Plan, startStream } from "./connection.ts"
import { parseCursor } from "./cursor.ts"
import { begin, type Given, parseWanted, type Wanted } from "./start.ts"

type Query = { sessions: string; list: boolean; cursor?: string | undefined; poll: boolean }

/** The stream of a tab: any number of sessions, and the list. */
export async function openStream(house: House, asked: Asked, query: Query): Promise<"sent"> {
  const given = cursorOf(asked, query.cursor)
  const list = query.list ? { list: { after: versionOf(given) } } : {}
  const poll = query.poll ? { poll: { isResumed: typeof given !== "string" } } : {}
  return open(house, asked, parseWanted(query.sessions), given, { ...list, ...poll, replayAtMost })
}

/** The log of one session from an event on, whole, then live: `GET /api/sessions/:id/events` as server-sent events. */
export async function streamSession(
  house: House,
  asked: Asked,
  { session, after = 0 }: { session: string; after?: number | undefined },
): Promise<"sent"> {
  // Whoever asks for the log wants all of it, however long it is.
  const options = { replayAtMost: Number.POSITIVE_INFINITY }
  return open(house, asked, [{ session, after }], cursorOf(asked), options)
}

async function open(
  house: House,
  asked: Asked,
  wanted: readonly Wanted[],
  given: Given,
  plan: Omit<Plan, "sessions">,
): Promise<"sent"> {
  admitStream(house)
  const sessions = await Promise.all(wanted.map((each) => begin(house.store, each, given, plan.replayAtMost)))
  admitStream(house)
  startStream(house, asked, { ...plan, sessions })
  return "sent"
}

function cursorOf(asked: Asked, inQuery?: string): Given {
  const text = asked.header("last-event-id") || inQuery
  return text ? (parseCursor(text) ?? "unknown") : "none"
}

// No version begins with nothing: the store answers it with a resync.
function versionOf(given: Given): string | undefined {
  if (given === "unknown") return ""
  return given === "none" ? undefined : given.version
}
