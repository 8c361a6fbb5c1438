import { anyEventAt } from "../../agent/sessions/event-at.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import type { Requirement } from "../../session/event/input.ts"
import type { SessionState } from "../../session/state.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { serverHere } from "../../session/view/server.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import type { CliContext } from "../cli-context.ts"
import { conduct, type PlanPolicy } from "../live/conduct.ts"
import { faceFor } from "../live/face.ts"
import type { Subject } from "../live/target.ts"
import { modelNotice } from "../model-notice.ts"
import type { OutputFormat } from "../output-format.ts"
import type { Task } from "../task.ts"
import type { Terminal } from "../terminal.ts"
import { answerAsk } from "./answer-ask.ts"

type Driving = {
  session: string
  after: number
  subject: Subject
  /** Lines to print first. */
  about?: readonly string[]
  plans?: PlanPolicy
  following?: string
  /** Why this model was chosen, if the user did not name one. */
  because?: string
  /** The row of the session, if it was read already. */
  row?: SessionRow
  format?: OutputFormat
}

/** Sends an input and drives the session until its turn ends or waits. */
export async function sendAndDrive(
  context: CliContext,
  {
    session,
    after,
    task,
    require,
    input: first,
    plans = "ask",
    ...shown
  }: Pick<Driving, "session" | "after" | "plans" | "because" | "format"> & {
    task: Task
    require?: Requirement
    /** The task, where the session was opened with it. */
    input?: string
  },
  terminal: Terminal,
): Promise<number> {
  // A requirement needs a turn of its own; other input steers a turn that is already running.
  const row = await context.store.row(session)
  if (first !== undefined) {
    return driveSession(context, { session, after, subject: { input: first }, plans, row, ...shown }, terminal)
  }
  const steers = !require && (await isDrivenTurn(context.store, row))
  const said = steers ? { ...task, kind: "steer" as const } : task
  const { input } = await context.agent.send(session, said, require ? { require } : {})
  const following = steers ? { following: "your message is delivered at its next step" } : {}
  return driveSession(context, { session, after, subject: { input }, plans, row, ...following, ...shown }, terminal)
}

async function isDrivenTurn(store: Store, { id, status }: SessionRow): Promise<boolean> {
  return status === "running" && (await store.state(id)).log.turn !== null
}

/** Drives a session until its turn ends or waits, shows it live, and returns the exit code. */
export async function driveSession(context: CliContext, driving: Driving, terminal: Terminal): Promise<number> {
  const { store, agent, models } = context
  const { session, after, subject, about = [], plans = "ask", following, format } = driving
  const { row = await store.row(session) } = driving
  const state = await store.state(session)
  const { lines, ...model } = await modelNotice(models, {
    model: modelHere(state, row.foreignThrough),
    server: serverHere(state, row.foreignThrough),
    ...(driving.because ? { because: driving.because } : {}),
  })
  const face = await faceFor(terminal, row.workspace, format)
  const { permission } = permissionsHere(state, row.foreignThrough)
  const place = `Session ${shortId(session)} in ${oneLine(row.workspace)}, permissions ${permission.mode}`
  await face.start(
    { sessionId: session, workspace: row.workspace, permissionMode: permission.mode, model, lines: [...lines, place] },
    {
      events: await openCalls(store, state),
      todo: state.branch.done?.items ?? [],
      mode: state.branch.workflow.mode,
    },
  )
  for (const line of [...about, ...importedNotice(state, row), ...(await neighbours(context, row))])
    await face.say(line)
  const result = await conduct({
    agent,
    store,
    session,
    after,
    subject,
    face,
    plans,
    ...(following ? { following } : {}),
    answer: (ask, answer) => answerAsk(context, session, ask, answer),
  })
  await face.end(result)
  return result.exitCode
}

/** Settings of an imported log that do not apply on this machine. */
function importedNotice(state: SessionState, { foreignThrough }: { foreignThrough: number }): string[] {
  const { model, permission } = state.log
  if (foreignThrough === 0) return []
  const isRead = permission.modeAt <= foreignThrough
  const isOwn = modelHere(state, foreignThrough) === model
  return [
    ...(isRead ? ["This session was imported and is read-only here. Allow more with --permission-mode."] : []),
    ...(isOwn
      ? []
      : [`Its model ${oneLine(model ?? "")} was chosen on another machine and is not used. Choose one with --model.`]),
  ]
}

/** The events of calls without an outcome yet. */
async function openCalls(store: Store, { id, log }: SessionState) {
  const at = { store, lease: { session: id } }
  const seqs = log.intents.tools.flatMap(({ calledAt, startedAt }) => [
    calledAt,
    ...(startedAt === null ? [] : [startedAt]),
  ])
  const events = await Promise.all([...new Set(seqs)].map((seq) => anyEventAt(at, seq)))
  return events.filter((event) => event !== undefined)
}

/** Warns of other sessions running in the same workspace. */
async function neighbours({ store }: CliContext, of: { id: string; workspace: string }): Promise<string[]> {
  const { items } = await store.list({ within: of.workspace, status: "running", limit: 20 })
  return items
    .filter(({ id, workspace }) => id !== of.id && workspace === of.workspace)
    .map(
      ({ id, title }) =>
        `Session ${shortId(id)} is running in this workspace too: ${oneLine(title ?? "")}. They may change the same files.`,
    )
}
