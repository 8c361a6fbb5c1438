import type { NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Stop } from "../decide.ts"
import { decided, moveTo, type Work } from "../work.ts"

/** Ends the turn with its one stop record. */
export async function stopTurn(stop: Stop, work: Work): Promise<void> {
  await decided(work, stopEvents(stop, work.state))
}

/** The stop record and the moves to it. */
export function stopEvents({ evidence = [], missing = [], note, ...stop }: Stop, state: SessionState): NewEvent[] {
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
      data: { ...stop, ...(evidence.length > 0 ? { evidence } : {}), ...(missing.length > 0 ? { missing } : {}) },
    },
  ]
}
