import type { Evidence } from "../../session/event/common.ts"
import type { NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Stop } from "../decide.ts"
import { decided, moveTo, type Work } from "../work.ts"

/** Ends the turn with its one stop record. */
export async function stopTurn(stop: Stop, work: Work): Promise<void> {
  await decided(work, stopEvents(stop, work.state))
}

/** The stop record and the moves to it. */
export function stopEvents(stop: Stop, state: SessionState): NewEvent[] {
  const phase = state.log.turn?.phase ?? "prepare"
  const completing = phase === "assistant" && finished.has(stop.code)
  const evidence = evidenceFor(state)
  return [
    // A turn of another program may never have moved.
    ...(state.log.turn?.phase === null
      ? moveTo(null, "prepare", { code: "prepare_runtime", summary: "Preparing the turn" })
      : []),
    ...(completing
      ? moveTo(phase, "completion", { code: "completion_gate", summary: "Looking at what was done" })
      : []),
    ...moveTo(completing ? "completion" : phase, "finalize", {
      kind: "terminal",
      code: stop.code.replaceAll("-", "_"),
      summary: completing ? "Finalizing completed turn" : stop.summary,
    }),
    { type: "turn.stopped", data: { ...stop, ...(evidence.length > 0 ? { evidence } : {}) } },
  ]
}

const finished: ReadonlySet<string> = new Set([
  "answered",
  "completed-verified",
  "completed-nothing-to-verify",
  "completed-unverified",
])

function evidenceFor({ log, branch }: SessionState): Evidence[] {
  const { changed = 0, unseen = 0 } = log.turn?.progress ?? {}
  if (changed + unseen === 0) return []
  const newest = branch.seen.slice(-3).map(({ path }) => path)
  return [
    {
      category: "action",
      source: "tool.finished",
      status: "context",
      summary: `${changed} file ${changed === 1 ? "change" : "changes"} in this turn`,
      ...(newest.length > 0 ? { detail: newest.join("\n") } : {}),
    },
    ...(unseen === 0 ? [] : [unseenEvidence(unseen)]),
    { category: "verification", source: "done.verification", status: "missing", summary: "No check was run" },
  ]
}

function unseenEvidence(unseen: number): Evidence {
  const summary = `What ${unseen} tool ${unseen === 1 ? "call" : "calls"} of this turn changed is not known`
  return { category: "action", source: "tool.finished", status: "missing", summary }
}
