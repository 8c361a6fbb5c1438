import { type Event, type ForeignEvent, isKnown } from "../../src/session/event.ts"
import { client } from "./api-client.ts"
import { newId } from "./new-id.ts"
import { applyFetchedRows, rowsTick } from "./rows.ts"

/** Starts the crash demo and returns its session. */
export async function startDemo(): Promise<string> {
  const asked = rowsTick()
  const { id, row } = await client.call("POST /api/demo", { key: newId() })
  applyFetchedRows([row], asked)
  return id
}

/** Kills the demo's process with SIGKILL, as a crash would. */
export async function killDemo(id: string): Promise<void> {
  await client.call("POST /api/sessions/:id/demo/kill", { params: { id }, key: newId() })
}

/** The effects of a crash, from the session's log. */
type DemoReport = {
  /** The seq at which another process took over. */
  takenOverAt: number | null
  /** How many characters of unfinished answers were kept. */
  kept: number
  /** Commands that ran, that ran more than once, and whose outcome is unknown. */
  commands: number
  twice: number
  unknown: number
}

/** Works out what a crash cost. */
export function demoReport(events: Iterable<Event | ForeignEvent>): DemoReport {
  const known = [...events].filter(isKnown)
  const owned = known.filter((event) => event.type === "session.owned")
  const runs = new Map<string, number>()
  let kept = 0
  let unknown = 0
  for (const event of known) {
    if (event.type === "model.interrupted" && event.data.reason === "crashed") kept += event.data.text.length
    if (event.type === "tool.started" && event.data.job) {
      runs.set(event.data.call, (runs.get(event.data.call) ?? 0) + 1)
    }
    if (event.type === "tool.finished" && event.data.status === "unknown") unknown += 1
  }
  return {
    takenOverAt: owned[1]?.seq ?? null,
    kept,
    commands: runs.size,
    twice: [...runs.values()].filter((times) => times > 1).length,
    unknown,
  }
}
