import type { Requirement } from "../../session/event/input.ts"
import type { NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Stop } from "../decide.ts"
import { loggedFacts } from "../gather-facts.ts"
import { decided, moveTo, type Work } from "../work.ts"

/** Ends the turn with its one stop record. */
export async function stopTurn(stop: Stop, work: Work): Promise<void> {
  const facts = await loggedFacts(work)
  await decided(work, stopEvents({ ...stop, ...(facts ? { facts } : {}) }, work.state))
}

/** The stop record and the moves to it. */
export function stopEvents({ evidence = [], missing = [], note, ...stop }: Stop, state: SessionState): NewEvent[] {
  const unmet = unmetBy(stop, state.log.turn?.require ?? null)
  const phase = state.log.turn?.phase ?? "prepare"
  const completing = phase === "assistant" && stop.code === "answered"
  const completed = completing || phase === "completion"
  return [
    // A turn of another program may never have moved.
    ...(state.log.turn?.phase === null
      ? moveTo(null, "prepare", { code: "prepare_runtime", summary: "Preparing the turn" })
      : []),
    ...(note ? [{ type: "workflow.noted", data: note } as const] : []),
    ...(completing
      ? moveTo(phase, "completion", { code: "completion_gate", summary: "Looking at what was done" })
      : []),
    ...moveTo(completing ? "completion" : phase, "finalize", {
      kind: "terminal",
      code: stop.code.replaceAll("-", "_"),
      summary: completed ? "Finalizing completed turn" : stop.summary,
    }),
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

/** What was required of the turn and its facts do not show. A change that nobody looked for is not shown. */
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
