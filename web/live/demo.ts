import { type Event, type ForeignEvent, isKnown } from "../../src/session/event.ts"
import { client } from "./client.ts"
import { newId } from "./new-id.ts"
import { rowsAsked, takeRows } from "./rows.ts"

/** Begins the crash demonstration and gives its session. */
export async function startDemo(): Promise<string> {
  const asked = rowsAsked()
  const { id, row } = await client.call("POST /api/demo", { key: newId() })
  takeRows([row], asked)
  return id
}

/** Kills the process that drives a demo, as a crash would: nothing is told to it. */
export async function killDemo(id: string): Promise<void> {
  await client.call("POST /api/sessions/:id/demo/kill", { params: { id }, key: newId() })
}

/** What came of a crash, from the log of the session. */
type DemoReport = {
  /** Where another process took over. */
  takenOverAt: number | null
  /** Characters of answers that were being written when the process died, and are there. */
  kept: number
  /** Commands that ran; those of them that ran more than once; and those whose outcome nobody knows. */
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
