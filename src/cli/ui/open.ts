import { projectOf } from "../../agent/configuration/project-of.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import { ApiProblem } from "../../client/client.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { PermissionMode, WorkflowMode } from "../../session/event/common.ts"
import type { EventData } from "../../session/event.ts"
import type { SessionRow } from "../../store/contract.ts"
import { type CliContext, withAgent } from "../cli-context.ts"
import type { Arguments } from "../command-line.ts"
import { modelNotice, modelSettings, requireModel } from "../model-notice.ts"
import { ownVersion } from "../program-version.ts"
import { rememberedModel } from "../remembered-model.ts"
import { newestOfProject, sessionsOf } from "../session/own-sessions.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import type { App } from "./app.ts"
import type { RunningServer } from "./link/hand-over.ts"

/** Opens an interactive session in the terminal until the person leaves. */
export async function openInteractive(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.flag("continue") && args.flag("resume")) throw new UsageError("--continue and --resume cannot be combined.")
  return withAgent({ purpose: "create", baseUrl: args.text("base-url") }, async (context) => {
    const { store } = context
    const named = args.flag("resume") ? args.words[0] : undefined
    const row = args.flag("continue")
      ? await newestOfProject(store)
      : named !== undefined
        ? await findSession(store, named)
        : undefined
    const task = args.flag("resume") ? "" : args.words.join(" ").trim()
    if (terminal.echo === "terminal") {
      const [{ runLines }, { settings }] = await Promise.all([import("./lines.ts"), chosenBy(args, context, row)])
      return runLines(context, { settings, task, session: row?.id }, terminal)
    }
    // Looking for models takes a while: the keyboard is read before.
    const screen = import("./app.ts")
    const choosing = screen.then(() => chosenBy(args, context, row))
    choosing.catch(() => undefined)
    const place = { project: projectOf(), workspace: process.cwd() }
    const app = await (await screen).createApp({ context, terminal, ...place, chosen: choosing })
    const stop = endOnSignals(app)
    let server: RunningServer | null = null
    try {
      const picks = args.flag("resume") && !row
      const starting = begin(app, { context, row, choosing, task, picks }).then(() => app.ended)
      server = await Promise.race([app.ended, starting])
    } finally {
      stop()
      const id = app.ui.link?.row.id
      await app.close()
      if (id !== undefined) await terminal.print(...(await leavingLines(id, server)).map(terminal.paint.dim))
    }
    return 0
  })
}

/** What becomes of the session, and how to come back to it. */
async function leavingLines(id: string, server: RunningServer | null): Promise<string[]> {
  const back = `Continue with: holdfast -r ${shortId(id)}`
  if (!server) return [back]
  try {
    await server.resume(id)
    return [`The server at ${server.url} continues the turn.`, `Come back with: holdfast -r ${shortId(id)}`]
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return [`The server at ${server.url} did not continue the turn, so it pauses: ${oneLine(error.message)}`, back]
  }
}

type Beginning = {
  context: CliContext
  row: SessionRow | undefined
  choosing: Promise<Chosen>
  task: string
  picks: boolean
}

/** What the command line asked for, once the keyboard is read. */
async function begin(app: App, { context, row, choosing, task, picks }: Beginning): Promise<void> {
  app.ui.note(`Holdfast ${ownVersion()} in ${oneLine(app.ui.workspace)}`, "plain")
  if (row) await app.ui.openSession(row.id)
  const { settings, lines } = await choosing
  if (!row) await greet(app, { model: settings.model ?? null, lines })
  else if (Object.keys(settings).length > 0) await context.agent.configure(row.id, settings)
  if (picks) {
    const { pickSession } = await import("./commands/session-commands.ts")
    await pickSession(app.ui)
  }
  if (task === "") return
  app.type(task)
  app.sendTyped()
}

type Chosen = { settings: EventData<"session.configured">; modelName: string | null; lines: readonly string[] }

/** What the command line says of the session, with the model that a new one has. */
async function chosenBy(args: Arguments, context: CliContext, row: SessionRow | undefined): Promise<Chosen> {
  const given = await modelSettings(context.models, args, null)
  const { set, because } = row ? { set: given, because: undefined } : await rememberedModel(context, given)
  const permissionMode = args.text("permission-mode") as PermissionMode | undefined
  const mode = modeOf(args) as WorkflowMode | undefined
  const settings = { ...set, ...(permissionMode ? { permissionMode } : {}), ...(mode ? { mode } : {}) }
  const { name, lines } = await modelNotice(context.models, {
    model: set.model ?? null,
    server: set.baseUrl ?? null,
    ...(because ? { because } : {}),
  })
  return { settings, modelName: lines.length > 0 ? name : null, lines }
}

const modeOf = (args: Arguments) => {
  const mode = args.text("mode")
  return mode === "auto" ? undefined : mode
}

/** The first lines: the model or how to get one, and what was interrupted here. */
async function greet({ ui, offer }: App, { model, lines }: { model: string | null; lines: readonly string[] }) {
  try {
    await requireModel(ui.context.models, model)
    ui.note(
      [...lines.map((line) => line.replace(" Choose another with --model.", "")), "/help shows the keys."].join(" "),
      "quiet",
    )
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    ui.note(`${error.message}\nWhat you type is kept until a model is available.`, "warn")
  }
  const { items } = await sessionsOf(ui.context.store, ui.project, { status: "interrupted", limit: 1 })
  const [found] = items
  if (!found) return
  offer(found.id)
  const what = oneLine(found.title ?? "") || "a task"
  ui.note(
    `“${what}” was interrupted ${ago(found.updatedAt)}. Enter resumes it (${shortId(found.id)}); or type a new task.`,
    "warn",
  )
}

/** A closed terminal or a request to end leaves as a person would: an open turn stays open. */
function endOnSignals(app: App): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
  const quit = () => app.ui.quit()
  for (const signal of signals) process.on(signal, quit)
  return () => {
    for (const signal of signals) process.off(signal, quit)
  }
}
