import { isHoldfastError } from "../../session/error.ts"
import type { SessionRow } from "../../store/contract.ts"
import type { Row } from "../contract/common.ts"
import type { Frame } from "../contract/stream.ts"
import { type RowGround, shownRows } from "../shown-row.ts"
import { pause } from "./pause.ts"

type Watching = {
  ground: RowGround
  /** The list version to go on from; none: now. */
  after: string | undefined
  /** How often at most: what changes in between is told at once. */
  everyMs: number
  signal: AbortSignal
}

/** A frame of rows is no longer than this. */
const rowsAtMost = 100

/** What changes in the list. The first frame comes at once, with no rows where nothing was missed. */
export async function* listFrames({ ground, after, everyMs, signal }: Watching): AsyncGenerator<Frame> {
  let version = after ?? ""
  for await (const change of ground.store.changes({ signal, ...(after === undefined ? {} : { after }) })) {
    const sessions = "sessions" in change ? change.sessions : []
    if ("resync" in change) yield { name: "resync", data: { because: "unknown" } }
    for (let at = 0; at === 0 || at < sessions.length; at += rowsAtMost) {
      const looked = await lookAt(ground, sessions.slice(at, at + rowsAtMost))
      // Until the last of them is told, one goes on from before the first.
      if (at + rowsAtMost >= sessions.length) version = change.version
      yield { name: "list", data: { version, ...looked } }
    }
    await pause(everyMs, signal)
  }
}

async function lookAt(ground: RowGround, sessions: readonly string[]): Promise<{ rows: Row[]; gone: string[] }> {
  const rows = await Promise.all(sessions.map((session) => rowOf(ground, session)))
  return {
    rows: await shownRows(
      ground,
      rows.filter((row) => row !== undefined),
    ),
    gone: sessions.filter((_, at) => rows[at] === undefined),
  }
}

async function rowOf(ground: RowGround, session: string): Promise<SessionRow | undefined> {
  try {
    return await ground.store.row(session)
  } catch (error) {
    if (isHoldfastError(error) && (error.code === "not-found" || error.code === "erased")) return undefined
    throw error
  }
}
