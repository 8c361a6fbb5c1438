import { eventAt } from "../agent/log.ts"
import { oneLine } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import type { Requirement } from "../session/event/input.ts"
import type { SessionState } from "../session/state.ts"
import { modelHere } from "../session/view/model.ts"
import { permissionsHere } from "../session/view/permission.ts"
import { serverHere } from "../session/view/server.ts"
import type { Store } from "../store/contract.ts"
import type { Workshop } from "./agent.ts"
import { answerAsk } from "./answer-ask.ts"
import { conduct, type PlanPolicy } from "./live/conduct.ts"
import { faceFor } from "./live/face.ts"
import type { Subject } from "./live/target.ts"
import { modelNotice } from "./model-notice.ts"
import type { Task } from "./task.ts"
import type { Terminal } from "./terminal.ts"

type Driving = {
  session: string
  after: number
  subject: Subject
  /** What a person should know first. */
  about?: readonly string[]
  plans?: PlanPolicy
  following?: string
  /** Why it has the model that it has, where nobody named that. */
  because?: string
}

/** Says something in a session, and drives it until the turn that takes it up ends or waits. */
export async function sayAndDrive(
  workshop: Workshop,
  {
    session,
    after,
    task,
    require,
    plans = "ask",
    ...because
  }: { session: string; after: number; task: Task; require?: Requirement; plans?: PlanPolicy; because?: string },
  terminal: Terminal,
): Promise<number> {
  // A requirement is about a turn of its own; anything else is delivered to the turn that another process drives.
  const steers = !require && (await isDrivenTurn(workshop.store, session))
  const said = steers ? { ...task, kind: "steer" as const } : task
  const { input } = await workshop.agent.send(session, said, require ? { require } : {})
  const following = steers ? { following: "your message is delivered at its next step" } : {}
  return driveSession(workshop, { session, after, subject: { input }, plans, ...following, ...because }, terminal)
}

async function isDrivenTurn(store: Store, session: string): Promise<boolean> {
  const [{ status }, { log }] = await Promise.all([store.row(session), store.state(session)])
  return status === "running" && log.turn !== null
}

/** Drives a session until the turn that it is about ends or waits, tells it as it happens, and gives the exit code. */
export async function driveSession(workshop: Workshop, driving: Driving, terminal: Terminal): Promise<number> {
  const { store, agent, models } = workshop
  const { session, after, subject, about = [], plans = "ask", following } = driving
  const row = await store.row(session)
  const state = await store.state(session)
  const { lines, ...model } = await modelNotice(models, {
    model: modelHere(state, row.foreignThrough),
    server: serverHere(state, row.foreignThrough),
    ...(driving.because ? { because: driving.because } : {}),
  })
  const face = faceFor(terminal, row.workspace)
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
  for (const line of [...about, ...cameFromElsewhere(state, row), ...(await neighbours(workshop, row))])
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
    answer: (ask, answer) => answerAsk(workshop, session, ask, answer),
  })
  await face.end(result)
  return result.exitCode
}

/** What a log from another machine says of itself and does not count here. */
function cameFromElsewhere(state: SessionState, { foreignThrough }: { foreignThrough: number }): string[] {
  const { model, permission } = state.log
  if (foreignThrough === 0) return []
  const isRead = permission.modeAt <= foreignThrough
  const isOwn = modelHere(state, foreignThrough) === model
  return [
    ...(isRead ? ["It came from another machine: here it may only read. Allow more with --permission-mode."] : []),
    ...(isOwn ? [] : [`Its model ${oneLine(model ?? "")} was named there and is not used. Name one with --model.`]),
  ]
}

/** The events of the calls and checks that have no outcome yet: what comes of them is told next. */
async function openCalls(store: Store, { id, log }: SessionState) {
  const at = { store, lease: { session: id } }
  const events = log.intents.tools.map(async ({ calledAt, startedAt }) => [
    await eventAt(at, calledAt, "tool.called"),
    ...(startedAt === null ? [] : [await eventAt(at, startedAt, "tool.started")]),
  ])
  const checks = log.intents.checks.map(async ({ seq }) => [await eventAt(at, seq, "done.verification-started")])
  return (await Promise.all([...events, ...checks])).flat()
}

/** Two sessions may work in one place; each should know of the other. */
async function neighbours({ store }: Workshop, of: { id: string; workspace: string }): Promise<string[]> {
  const { items } = await store.list({ within: of.workspace, status: "running", limit: 20 })
  return items
    .filter(({ id, workspace }) => id !== of.id && workspace === of.workspace)
    .map(({ id, title }) => `Session ${shortId(id)} works here too: ${oneLine(title ?? "")}. Mind each other's files.`)
}
