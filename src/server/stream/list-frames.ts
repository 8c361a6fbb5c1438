import { pause } from "../../base/pause.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { SessionRow } from "../../store/contract.ts"
import type { Row } from "../contract/common.ts"
import type { Frame } from "../contract/stream.ts"
import { type RowContext, shownRows } from "../shown-row.ts"

type Watching = {
  context: RowContext
  /** The list version to continue from; none: now. */
  after: string | undefined
  /** The shortest time between two frames: changes in between go into one. */
  everyMs: number
  signal: AbortSignal
}

/** A frame of rows is no longer than this. */
const rowsAtMost = 100

/** What changes in the list. The first frame comes at once, with no rows where nothing was missed. */
export async function* listFrames({ context, after, everyMs, signal }: Watching): AsyncGenerator<Frame> {
  let version = after ?? ""
  for await (const change of context.store.changes({ signal, ...(after === undefined ? {} : { after }) })) {
    const sessions = "sessions" in change ? change.sessions : []
    if ("resync" in change) yield { name: "resync", data: { because: "unknown" } }
    for (let at = 0; at === 0 || at < sessions.length; at += rowsAtMost) {
      const looked = await lookAt(context, sessions.slice(at, at + rowsAtMost))
      // Until the last of them is sent, a reconnect continues from before the first.
      if (at + rowsAtMost >= sessions.length) version = change.version
      yield { name: "list", data: { version, ...looked } }
    }
    await pause(everyMs, signal)
  }
}

async function lookAt(context: RowContext, sessions: readonly string[]): Promise<{ rows: Row[]; gone: string[] }> {
  const rows = await Promise.all(sessions.map((session) => rowOf(context, session)))
  return {
    rows: await shownRows(
      context,
      rows.filter((row) => row !== undefined),
    ),
    gone: sessions.filter((_, at) => rows[at] === undefined),
  }
}

async function rowOf(context: RowContext, session: string): Promise<SessionRow | undefined> {
  try {
    return await context.store.row(session)
  } catch (error) {
    if (isHoldfastError(error) && (error.code === "not-found" || error.code === "erased")) return undefined
    throw error
  }
}
