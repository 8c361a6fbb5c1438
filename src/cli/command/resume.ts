import { shortId } from "../../agent/text/short-id.ts"
import { type Undone, undo } from "../../agent/undo.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { PermissionMode } from "../../session/event/common.ts"
import type { SessionState } from "../../session/state.ts"
import { unfinished } from "../../session/view/unfinished.ts"
import type { Store } from "../../store/contract.ts"
import { limitsFrom, plansFrom, type Workshop, withAgent } from "../agent.ts"
import type { Run } from "../commands/form.ts"
import { assertPriced } from "../cost-limit.ts"
import { driveSession } from "../drive-session.ts"
import { foundOf } from "../found.ts"
import type { PlanPolicy } from "../live/conduct.ts"
import type { Subject } from "../live/target.ts"
import { modelSettings, requireModel } from "../model-notice.ts"
import { sessionToResume } from "../own-sessions.ts"
import { findSession } from "../session-id.ts"
import { sessionModel, sessionServer } from "../session-server.ts"
import { withSessions } from "../store.ts"
import type { Terminal } from "../terminal.ts"
import { undoLines } from "../undo-text.ts"

export const run: Run = async (args, terminal) => {
  const [typed] = args.words
  // Without a session there is no reason to look for a model.
  if (typed === undefined) await withSessions("look", sessionToResume)
  const wanted = {
    purpose: "act" as const,
    limits: limitsFrom(args, "resume"),
    noAsk: args.flag("no-ask"),
    baseUrl: args.text("base-url"),
  }
  return withAgent(wanted, async (workshop) => {
    const { agent, store, models } = workshop
    const row = typed === undefined ? await sessionToResume(store) : await findSession(store, typed)
    const permissionMode = args.text("permission-mode") as PermissionMode | undefined
    const server = await sessionServer(store, row)
    const chosen = await modelSettings(models, args, server)
    const model = chosen.model ?? (await sessionModel(store, row))
    await assertPriced(workshop, { model, server: chosen.baseUrl ?? server, limits: wanted.limits }, "resume")
    const set = {
      ...chosen,
      ...(permissionMode ? { permissionMode } : {}),
    }
    if (Object.keys(set).length > 0) {
      await agent.configure(row.id, set)
    }
    return resumeSession(workshop, row.id, terminal, { skip: args.flag("skip"), plans: plansFrom(args) })
  })
}

/** Goes on with the open turn of a session, with what waits, or with the turn that stopped last. */
export async function resumeSession(
  workshop: Workshop,
  session: string,
  terminal: Terminal,
  { skip = false, plans = "ask" }: { skip?: boolean; plans?: PlanPolicy } = {},
): Promise<number> {
  const { store, agent, models } = workshop
  const { seq: after } = await store.state(session)
  const settled = await settleUndo(store, session)
  const state = await store.state(session)
  const subject = skip ? skippedTo(state, session) : subjectOf(state)
  // What was cut off was the undo: the turn that stopped before it is taken up only when a person asks for that.
  const isHeld = subject !== undefined && ("resumes" in subject || ("input" in subject && state.log.inputs.held))
  const isAskedFor = state.log.resume !== null || (subject !== undefined && !isHeld)
  if (settled && !isAskedFor) return tellUndo(store, session, settled, terminal)
  if (!subject) {
    const { stop } = state.branch
    const last = stop ? `its last turn ended with ${stop.code}` : "nothing was asked of it yet"
    return nothing(terminal, `session ${shortId(session)}: ${last}.`)
  }
  const row = await store.row(session)
  const { status } = row
  if (status !== "running") await requireModel(models, await sessionModel(store, row), "resume")
  const found = status === "running" ? [] : await foundOf(workshop, state)
  const about = [
    ...(settled ? undoLines(settled, { id: session, workspace: state.log.workspace }, terminal) : []),
    ...found,
  ]
  // What waits for a person's word needs none: the input, or the answer, is it.
  const isWaiting = ("input" in subject && !isHeld) || state.log.asks.open.length > 0
  if (status !== "running" && !isWaiting) await agent.resume(session, { skip })
  return driveSession(workshop, { session, after, subject, about, plans }, terminal)
}

/** An undo that was cut off comes to its end before anything else: nobody should work on files that are half restored. */
async function settleUndo(store: Store, session: string): Promise<Undone | null> {
  const { turn, intents } = (await store.state(session)).log
  if (!intents.restore || turn) return null
  return undo(store, session).catch((error: unknown) => {
    // Somebody is at it: they are followed.
    if (isHoldfastError(error) && error.code === "owned") return null
    throw error
  })
}

async function tellUndo(store: Store, session: string, undone: Undone, terminal: Terminal): Promise<number> {
  const exitCode = undone.left.length > 0 ? 1 : 0
  if (terminal.json) {
    await terminal.printJson({ type: "result", v: 1, sessionId: session, stop: null, exitCode, undo: undone }, "line")
  } else await terminal.print(...undoLines(undone, await store.row(session), terminal))
  return exitCode
}

function subjectOf(state: SessionState): Subject | undefined {
  const { log } = state
  if (log.turn) return { turn: log.turn.id }
  if (log.resume) return { resumes: log.resume }
  const [input] = log.inputs.waiting
  const turn = unfinished(state)
  if (input && (!log.inputs.held || turn === undefined)) return { input: input.input }
  return turn === undefined ? undefined : { resumes: turn }
}

/** What goes on where the turn that stopped is left as it is. */
function skippedTo({ log }: SessionState, session: string): Subject {
  const [input] = log.inputs.waiting
  if (log.turn || !input) {
    const why = log.turn ? "its turn has not stopped" : "nothing waits to go on with"
    throw new HoldfastError("invalid", `There is nothing to skip in session ${shortId(session)}: ${why}.`)
  }
  return { input: input.input }
}

async function nothing(terminal: Terminal, why: string): Promise<number> {
  if (terminal.json) await terminal.printJson({ type: "result", v: 1, stop: null, exitCode: 0, nothing: why }, "line")
  else await terminal.print(`Nothing to resume: ${why}`)
  return 0
}
