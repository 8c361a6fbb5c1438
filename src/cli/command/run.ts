import type { NewInput } from "../../agent/agent.ts"
import type { Limits } from "../../agent/turn/limits.ts"
import type { PermissionMode, WorkflowMode } from "../../session/event/common.ts"
import type { Requirement } from "../../session/event/input.ts"
import { assertReadable } from "../../session/legal.ts"
import type { SessionState } from "../../session/state.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { serverHere } from "../../session/view/server.ts"
import { type CliContext, limitsFrom, plansFrom, withAgent } from "../cli-context.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { assertPriced } from "../cost-limit.ts"
import { modelSettings, requireModel } from "../model-notice.ts"
import { type OutputFormat, outputFormatFrom } from "../output-format.ts"
import { rememberedModel } from "../remembered-model.ts"
import { compactionIn, compactSession } from "../session/compact-session.ts"
import { sendAndDrive } from "../session/drive-session.ts"
import { type Control, messagesOnInput } from "../session/message-input.ts"
import { newestOfProject } from "../session/own-sessions.ts"
import { findSession } from "../session/session-id.ts"
import { taskFrom } from "../task.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const [first, second] = ["session", "resume", "continue"].filter((name) => args.flag(name))
  if (second) throw new UsageError(`--${first} and --${second} cannot be combined.`, "run")
  const format = outputFormatFrom(args, "run")
  const isStream = args.text("input-format") === "stream-json"
  if (isStream) assertStreamed(args, format)
  const task = isStream ? null : await taskFrom(args, "run", terminal)
  const wanted = {
    purpose: "create" as const,
    limits: limitsFrom(args, "run"),
    noAsk: args.flag("no-ask"),
    baseUrl: args.text("base-url"),
  }
  const compaction = task && compactionIn(task.text)
  if (compaction && !named(args) && !args.flag("continue")) {
    throw new UsageError("/compact is about a session: name it with --session, or use --continue.", "run")
  }
  const require = args.text("require") as Requirement | undefined
  const sending = { plans: plansFrom(args), format, ...(require ? { require } : {}) }
  return withAgent(wanted, async (context) => {
    const place = (first?: NewInput) =>
      sessionFor(args, context, { limits: wanted.limits, ...(first ? { first } : {}) })
    if (!task) return runMessages(context, { place, sending }, terminal)
    if (compaction) return compactSession(context, { ...compaction, session: (await place()).session }, terminal)
    const found = await place({ ...task, ...(require ? { require } : {}) })
    return sendAndDrive(context, { ...found, ...sending, task }, terminal)
  })
}

const named = (args: Arguments) => args.text("session") ?? args.text("resume")

function assertStreamed(args: Arguments, format: OutputFormat): void {
  if (format !== "stream-json") {
    throw new UsageError("--input-format stream-json needs --output-format stream-json.", "run")
  }
  if (args.words.length > 0) {
    throw new UsageError("With --input-format stream-json the task comes from standard input.", "run")
  }
}

/** `input`: the first one, which the session was opened with. */
type Place = { session: string; after: number; because?: string; input?: string }

/** Runs a turn for each message on standard input, in one session; returns the exit code of the last one. */
async function runMessages(
  context: CliContext,
  {
    place,
    sending,
  }: { place(first?: NewInput): Promise<Place>; sending: Pick<Parameters<typeof sendAndDrive>[1], "plans" | "format"> },
  terminal: Terminal,
): Promise<number> {
  const { agent, store } = context
  let session: string | undefined
  let code: number | undefined
  const control: Control = async ({ subtype }) => {
    if (subtype === "initialize") return { commands: [], models: [], output_style: "default" }
    if (subtype !== "interrupt") throw new TypeError(`The request "${subtype}" is not supported.`)
    if (session !== undefined) await agent.cancel(session)
    return {}
  }
  for await (const text of messagesOnInput(terminal, control)) {
    const at: Place = session === undefined ? await place() : { session, after: (await store.row(session)).seq }
    session = at.session
    code = await sendAndDrive(context, { ...at, ...sending, task: { text } }, terminal)
  }
  if (code === undefined) throw new UsageError("Missing task: standard input has no `user` message.", "run")
  return code
}

/** The named session or a new one, with the settings of the command line. */
async function sessionFor(
  args: Arguments,
  context: CliContext,
  { limits, first }: { limits: Partial<Limits>; first?: NewInput },
): Promise<Place> {
  const { agent, store, models } = context
  const id = named(args)
  const row = id ? await findSession(store, id) : args.flag("continue") ? await newestOfProject(store) : undefined
  const state = row ? await store.state(row.id) : undefined
  if (state) assertReadable(state)
  const permissionMode = args.text("permission-mode") as PermissionMode | undefined
  const asked = args.text("mode") as WorkflowMode | "auto" | undefined
  const mode = asked ?? (state && row?.status !== "running" && modeIsOver(state) ? "auto" : undefined)
  const server = state && row ? serverHere(state, row.foreignThrough) : null
  const given = await modelSettings(models, args, server)
  const { set: chosen, ...because } = row ? { set: given } : await rememberedModel(context, given)
  const model = chosen.model ?? (state && row ? modelHere(state, row.foreignThrough) : null)
  const set = {
    ...chosen,
    ...(permissionMode ? { permissionMode } : {}),
    ...(mode ? { mode: mode === "auto" ? null : mode } : {}),
  }
  // The process that drives the session has already opened its model.
  if (row?.status !== "running") await requireModel(models, model)
  await assertPriced(context, { model, server: chosen.baseUrl ?? server, limits }, "run")
  const fresh = { workspace: process.cwd(), ...set }
  if (!row && first) return { ...(await agent.begin(fresh, first)), after: 0, ...because }
  if (!row) return { session: await agent.open(fresh), after: 0, ...because }
  if (Object.keys(set).length > 0) {
    await agent.configure(row.id, set)
  }
  return { session: row.id, after: row.seq }
}

/** The mode for one task; an explore session keeps its mode. */
function modeIsOver({ log: { mode } }: SessionState): boolean {
  return mode !== null && mode !== "explore"
}
