import type { Requirement } from "../../../session/event/input.ts"
import type { NewEvent } from "../../../session/event.ts"
import type { SessionState } from "../../../session/state.ts"
import { loggedFacts } from "../../facts/gather-facts.ts"
import type { Stop } from "../decide.ts"
import { decided, type Work } from "../work.ts"

/** Ends the turn with its one stop record. */
export async function stopTurn(stop: Stop, work: Work): Promise<void> {
  const facts = await loggedFacts(work)
  await decided(work, stopEvents({ ...stop, ...(facts ? { facts } : {}) }, work.state))
}

/** The stop record, after what the timeline says of it. */
export function stopEvents({ evidence = [], missing = [], note, ...stop }: Stop, state: SessionState): NewEvent[] {
  const unmet = unmetBy(stop, state.log.turn?.require ?? null)
  return [
    ...(note ? [{ type: "workflow.noted", data: note } as const] : []),
    {
      type: "turn.stopped",
      data: {
        ...stop,
        ...(unmet ? { unmet } : {}),
        ...(evidence.length > 0 ? { evidence } : {}),
        ...(missing.length > 0 ? { missing } : {}),
      },
    },
  ]
}

/** What was required of the turn and its facts do not show. A change that was not looked for is not shown. */
function unmetBy({ code, facts }: Pick<Stop, "code" | "facts">, require: Requirement | null): Requirement | null {
  switch (require) {
    case "verified":
      return code === "completed-verified" ? null : require
    case "change":
      return (facts?.fileCount ?? 0) > 0 ? null : require
    case null:
      return null
    default:
      return require satisfies never
  }
}
