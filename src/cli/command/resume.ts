import { type Undone, undo } from "../../agent/sessions/undo.ts"
import { shortId } from "../../base/short-id.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { PermissionMode } from "../../session/event/common.ts"
import { assertReadable } from "../../session/legal.ts"
import type { SessionState } from "../../session/state.ts"
import { unfinished } from "../../session/view/unfinished.ts"
import type { Store } from "../../store/contract.ts"
import { type CliContext, limitsFrom, plansFrom, withAgent } from "../cli-context.ts"
import type { Run } from "../commands/command-form.ts"
import { assertPriced } from "../cost-limit.ts"
import type { PlanPolicy } from "../live/conduct.ts"
import type { Subject } from "../live/target.ts"
import { modelSettings, requireModel } from "../model-notice.ts"
import { type OutputFormat, outputFormatFrom } from "../output-format.ts"
import { driveSession } from "../session/drive-session.ts"
import { sessionToResume } from "../session/own-sessions.ts"
import { searchAll } from "../session/search-hits.ts"
import { findSession } from "../session/session-id.ts"
import { sessionModel, sessionServer } from "../session/session-server.ts"
import type { Terminal } from "../terminal.ts"
import { undoLines } from "../text/undo-text.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed] = args.words
  const format = outputFormatFrom(args, "resume")
  // Find the session first: without one, looking for a model is pointless.
  if (typed === undefined) await withSessions("look", sessionToResume)
  const wanted = {
    purpose: "act" as const,
    limits: limitsFrom(args, "resume"),
    noAsk: args.flag("no-ask"),
    baseUrl: args.text("base-url"),
  }
  return withAgent(wanted, async (context) => {
    const { agent, store, models } = context
    const row = typed === undefined ? await sessionToResume(store) : await findSession(store, typed)
    assertReadable(await store.state(row.id))
    const permissionMode = args.text("permission-mode") as PermissionMode | undefined
    const server = await sessionServer(store, row)
    const chosen = await modelSettings(models, args, server)
    const model = chosen.model ?? (await sessionModel(store, row))
    await assertPriced(context, { model, server: chosen.baseUrl ?? server, limits: wanted.limits }, "resume")
    const set = {
      ...chosen,
      ...(permissionMode ? { permissionMode } : {}),
    }
    if (Object.keys(set).length > 0) {
      await agent.configure(row.id, set)
    }
    return resumeSession(context, row.id, terminal, { skip: args.flag("skip"), plans: plansFrom(args), format })
  })
}

/** Resumes the open turn of a session, its queued input, or the turn that stopped last. */
export async function resumeSession(
  context: CliContext,
  session: string,
  terminal: Terminal,
  { skip = false, plans = "ask", format = "text" }: { skip?: boolean; plans?: PlanPolicy; format?: OutputFormat } = {},
): Promise<number> {
  const { store, agent, models } = context
  const { seq: after } = await store.state(session)
  const settled = await settleUndo(store, session)
  const state = await store.state(session)
  const subject = skip ? skippedTo(state, session) : subjectOf(state)
  // Only the undo was interrupted: the turn that stopped before it is resumed only on request.
  const isHeld = subject !== undefined && ("resumes" in subject || ("input" in subject && state.log.inputs.held))
  const isAskedFor = state.log.resume !== null || (subject !== undefined && !isHeld)
  if (settled && !isAskedFor) return printUndo(store, session, settled, terminal)
  if (!subject) {
    const { stop } = state.branch
    const last = stop ? `its last turn is done` : "it has no turn yet"
    return nothing(terminal, `session ${shortId(session)}: ${last}.`)
  }
  const row = await store.row(session)
  const { status } = row
  if (status !== "running") await requireModel(models, await sessionModel(store, row))
  const found = status === "running" ? [] : await searchAll(context, state)
  const about = [
    ...(settled ? undoLines(settled, { id: session, workspace: state.log.workspace }, terminal) : []),
    ...found,
  ]
  // A queued input or an answer already says to continue.
  const isWaiting = ("input" in subject && !isHeld) || state.log.asks.open.length > 0
  if (status !== "running" && !isWaiting) await agent.resume(session, { skip })
  return driveSession(context, { session, after, subject, about, plans, format }, terminal)
}

/** Finishes an interrupted undo first: no work on half-restored files. */
async function settleUndo(store: Store, session: string): Promise<Undone | null> {
  const { turn, intents } = (await store.state(session)).log
  if (!intents.restore || turn) return null
  return undo(store, session).catch((error: unknown) => {
    // Another process drives the session: follow it.
    if (isHoldfastError(error) && error.code === "owned") return null
    throw error
  })
}

async function printUndo(store: Store, session: string, undone: Undone, terminal: Terminal): Promise<number> {
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

/** What continues when the stopped turn is skipped. */
function skippedTo({ log }: SessionState, session: string): Subject {
  const [input] = log.inputs.waiting
  if (log.turn || !input) {
    const why = log.turn ? "its turn has not stopped" : "no message is queued"
    throw new HoldfastError("invalid", `There is nothing to skip in session ${shortId(session)}: ${why}.`)
  }
  return { input: input.input }
}

async function nothing(terminal: Terminal, why: string): Promise<number> {
  if (terminal.json) await terminal.printJson({ type: "result", v: 1, stop: null, exitCode: 0, nothing: why }, "line")
  else await terminal.print(`Nothing to resume: ${why}`)
  return 0
}
