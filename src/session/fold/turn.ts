import { clip } from "../../base/clip.ts"
import { emptyTurn } from "../empty-state.ts"
import { drainingStops } from "../event/turn.ts"
import { actor } from "../event.ts"
import { limits } from "../limits.ts"
import type { LogState } from "../state.ts"
import { decisionOf } from "../view/decision-of.ts"
import { changeDone, define } from "./done.ts"
import { fieldsOf, type Reducers } from "./draft.ts"
import { noProgress } from "./progress.ts"
import { noteDown } from "./workflow.ts"

const actorFields = fieldsOf(actor)

export const turnReducers: Reducers<
  "turn.started" | "turn.cancel-requested" | "turn.resume-requested" | "turn.stopped"
> = {
  "turn.started": ({ log, branch }, { seq, at, turn, data }) => {
    log.turn = {
      id: turn ?? "",
      seq,
      task: data.task,
      input: data.input ?? null,
      resumes: data.resumes ?? null,
      require: data.require ?? null,
      startedAt: at,
      cancel: null,
      progress: noProgress,
    }
    log.resume = null
    log.intents = emptyTurn.intents
    log.inputs = { ...log.inputs, held: false }
    log.usage = { ...log.usage, turn: emptyTurn.usage }
    branch.task = data.task
    if (branch.done && data.resumes && branch.done.turn === data.resumes) {
      branch.done = { ...branch.done, turn: turn ?? null }
    }
    if (data.done) define(branch, { task: data.task, ...data.done }, { seq, turn })
    // A plan that waits, or was rejected, is asked about again by the turn that resumes its own.
    branch.approval = branch.approval && { ...branch.approval, answered: null, verdict: null }
    branch.workflow = { ...branch.workflow, lastDecision: null }
    branch.legacyTrace = []
  },

  // The newest wish counts: a stop holds what was said before it, and an interrupt, too.
  "turn.cancel-requested": ({ log }, { seq, by, data }) => {
    if (log.turn) log.turn = { ...log.turn, cancel: { seq, by: actorFields(by), why: "cancelled" } }
    else if (data.turn === undefined) {
      log.resume = null
      log.inputs = { ...log.inputs, held: true }
    }
  },

  "turn.resume-requested": ({ log }, { data }) => {
    if (log.turn) return
    log.resume = data.turn ?? null
    log.inputs = { ...log.inputs, held: false }
  },

  "turn.stopped": ({ log, branch }, { seq, at, turn, data }) => {
    const goesOn = drainingStops.has(data.code) || data.code === "superseded" || isSentAfterStop(log)
    log.turn = null
    log.intents = emptyTurn.intents
    log.asks = { ...log.asks, open: [] }
    // What was allowed once was allowed for a call of this turn.
    log.grants = log.grants.filter((grant) => grant.scope !== "once")
    // The input of an interrupt is why its turn stopped: it continues by itself.
    log.inputs = { ...log.inputs, held: !goesOn }
    log.usage = {
      total: { ...log.usage.total, turns: log.usage.total.turns + 1 },
      turn: { ...log.usage.turn, turns: 1 },
    }
    const decision = decisionOf(data)
    if (decision) noteDown(branch, decision, { seq, at })
    if (data.done) changeDone(branch, data.done)
    const unmet = data.unmet ?? null
    branch.stop = { seq, turn: turn ?? "", code: data.code, summary: clip(data.summary, limits.note), unmet, at }
  },
}

/** A person who sends something after they asked for the stop has seen it: it is as if they sent it after the stop record. */
function isSentAfterStop({ turn, inputs }: LogState): boolean {
  const asked = turn?.cancel
  return asked ? inputs.waiting.some(({ kind, seq }) => kind === "send" && seq > asked.seq) : false
}
