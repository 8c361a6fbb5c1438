import { replayAtMost } from "../contract/stream.ts"
import type { HandlerRequest } from "../handler.ts"
import type { ServerContext } from "../server-context.ts"
import { admitStream, type Plan, startStream } from "./connection.ts"
import { begin, parseWanted, type RequestedPosition, type RequestedSession } from "./requested-session.ts"
import { parseCursor } from "./stream-position.ts"

type Query = { sessions: string; list: boolean; cursor?: string | undefined; poll: boolean }

/** The stream of a tab: any number of sessions, and the list. */
export async function openStream(context: ServerContext, asked: HandlerRequest, query: Query): Promise<"sent"> {
  const given = cursorOf(asked, query.cursor)
  const list = query.list ? { list: { after: versionOf(given) } } : {}
  const poll = query.poll ? { poll: { isResumed: typeof given !== "string" } } : {}
  return open(context, asked, parseWanted(query.sessions), given, { ...list, ...poll, replayAtMost })
}

/** The log of one session from an event on, whole, then live: `GET /api/sessions/:id/events` as server-sent events. */
export async function streamSession(
  context: ServerContext,
  asked: HandlerRequest,
  { session, after = 0 }: { session: string; after?: number | undefined },
): Promise<"sent"> {
  // A request for the log asks for all of it, however long it is.
  const options = { replayAtMost: Number.POSITIVE_INFINITY }
  return open(context, asked, [{ session, after }], cursorOf(asked), options)
}

async function open(
  context: ServerContext,
  asked: HandlerRequest,
  wanted: readonly RequestedSession[],
  given: RequestedPosition,
  plan: Omit<Plan, "sessions">,
): Promise<"sent"> {
  admitStream(context)
  const sessions = await Promise.all(wanted.map((each) => begin(context.store, each, given, plan.replayAtMost)))
  admitStream(context)
  startStream(context, asked, { ...plan, sessions })
  return "sent"
}

function cursorOf(asked: HandlerRequest, inQuery?: string): RequestedPosition {
  const text = asked.header("last-event-id") || inQuery
  return text ? (parseCursor(text) ?? "unknown") : "none"
}

// No version begins with nothing: the store answers it with a resync.
function versionOf(given: RequestedPosition): string | undefined {
  if (given === "unknown") return ""
  return given === "none" ? undefined : given.version
}
