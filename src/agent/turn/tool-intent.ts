import type { EventData } from "../../session/event.ts"
import type { OpenTool } from "../../session/state.ts"
import { anyEventAt, eventAt } from "../sessions/event-at.ts"

type Intent = EventData<"tool.started">

/** The intent of a call that was started. Earlier versions started a check with an event of its own. */
export async function toolIntent(log: Parameters<typeof eventAt>[0], { call, startedAt }: OpenTool): Promise<Intent> {
  const seq = startedAt ?? 0
  const event = await anyEventAt(log, seq)
  if (event?.type === "done.verification-started") {
    const { job } = event.data
    return { call, readOnly: false, ...(job ? { job } : {}) }
  }
  return event?.type === "tool.started" ? event.data : (await eventAt(log, seq, "tool.started")).data
}
