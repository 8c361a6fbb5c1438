import { join } from "node:path"
import { forkSession } from "../../../agent/sessions/fork.ts"
import { counted } from "../../../base/amount-text.ts"
import { oneLine } from "../../../base/plain-words.ts"
import { shortId } from "../../../base/short-id.ts"
import { ago } from "../../../base/time-text.ts"
import { ownRules, revokeRule } from "../../../permissions/rules/own-rules.ts"
import type { PermissionMode, WorkflowMode } from "../../../session/event/common.ts"
import { contextSize } from "../../../session/view/context-size.ts"
import { costOf } from "../../../session/view/cost.ts"
import { permissionModes } from "../../commands/command-form.ts"
import { sessionsOf } from "../../session/own-sessions.ts"
import { contextText } from "../../text/context-text.ts"
import type { SessionUi } from "../session-ui.ts"
import { runProgram } from "./run-program.ts"
import { workTreeDiff } from "./work-tree-diff.ts"

export type SlashCommand = {
  name: string
  description: string
  run(ui: SessionUi, words: string): Promise<void>
}

/** A command of the command line about this session; what it prints is shown. */
function ofSession(name: string, description: string, argv: (id: string, words: string) => string[]): SlashCommand {
  const run = async (ui: SessionUi, words: string) => {
    if (!ui.link) return ui.note("There is no session yet: type a task first.")
    await show(ui, argv(ui.link.row.id, words))
  }
  return { name, description, run }
}

async function show(ui: SessionUi, argv: readonly string[]): Promise<void> {
  const [, entry = ""] = process.argv
  const { output } = await runProgram([process.execPath, entry, ...argv], ui.workspace)
  ui.note(output.trim() === "" ? "Done." : output.trimEnd())
}

const helpText = [
  "Enter sends; while it works, Enter steers and Tab or Alt-Enter queues. Esc stops the turn.",
  "Alt-Up takes back a waiting message. Ctrl-J or \\ and Enter start a new line. Ctrl-R searches the message history.",
  "@ completes files, ! runs a command of yours, Ctrl-G opens your editor, Ctrl-D exits, and so does Ctrl-C twice.",
].join("\n")

export const slashCommands: readonly SlashCommand[] = [
  {
    name: "help",
    description: "Keys and commands",
    run: async (ui) => {
      const widest = Math.max(...slashCommands.map(({ name }) => name.length))
      const lines = slashCommands.map(({ name, description }) => `/${name.padEnd(widest)}  ${description}`)
      ui.note([helpText, "", ...lines].join("\n"))
    },
  },
  { name: "model", description: "Choose the model", run: chooseModel },
  { name: "mode", description: "Ask first, plan first, or start at once", run: chooseMode },
  { name: "permissions", description: "What may run without asking", run: choosePermissions },
  ofSession("why", "Why the last turn ended as it did", (id) => ["why", id]),
  ofSession("status", "What the session is doing", (id) => ["status", id]),
  {
    name: "diff",
    description: "What has changed in the work tree",
    run: async (ui) => ui.note(await workTreeDiff(ui.workspace)),
  },
  ofSession("undo", "Undo the file changes of the last turn", (id) => ["undo", id]),
  ofSession("redo", "Redo the last undo", (id) => ["undo", id, "--redo"]),
  ofSession("rewind", "Go back a number of turns (1)", (id, words) => ["rewind", id, "--turns", words || "1"]),
  { name: "fork", description: "Continue in a copy of this session", run: fork },
  { name: "sessions", description: "Open another session of this project", run: (ui) => pickSession(ui) },
  {
    name: "search",
    description: "Search all sessions",
    run: (ui, words) =>
      words === "" ? Promise.resolve(ui.note("Type what to search for: /search TEXT")) : show(ui, ["search", words]),
  },
  ofSession("rename", "Give this session a title", (id, words) => [
    "rename",
    id,
    ...words.split(/\s+/).filter(Boolean),
  ]),
  { name: "compact", description: "Summarize older messages to free up context", run: compact },
  { name: "context", description: "How full the context is", run: async (ui) => ui.note(contextLine(ui)) },
  { name: "cost", description: "Tokens and cost of this session", run: async (ui) => ui.note(costLine(ui)) },
  ofSession("export", "Write this session to a file", (id, words) => [
    "export",
    id,
    "-o",
    words || `session-${shortId(id)}.md`,
  ]),
  { name: "copy", description: "Copy the last answer", run: copy },
  { name: "clear", description: "Start a new session; this one is kept", run: (ui) => ui.startFresh() },
  { name: "doctor", description: "Check the set-up", run: (ui) => show(ui, ["doctor"]) },
  { name: "detach", description: "Exit; other processes keep running", run: async (ui) => ui.quit() },
  { name: "quit", description: "Exit; the session is kept", run: async (ui) => ui.quit() },
]

async function chooseModel(ui: SessionUi, words: string): Promise<void> {
  const { models } = ui.context
  const listed = words === "" ? (await models.list()).flatMap((provider) => provider.models ?? []) : []
  const choices = listed.map(({ name, contextWindow }) => ({
    value: name,
    label: name,
    ...(contextWindow === null ? {} : { description: counted(contextWindow, "token") }),
  }))
  if (words === "" && choices.length === 0) {
    return ui.note("No model was found here. Name one, such as /model ollama/qwen3-coder, or set an API key.")
  }
  const name = words || (await ui.pick("Model", choices))
  if (!name) return
  const model = await models.open(name)
  await ui.configure({ model: model.name })
  ui.note(`Model: ${oneLine(model.name)}`)
}

const modes = {
  auto: "starts at once; plans first where that helps a weak model",
  clarify: "asks first",
  plan: "plans first, and waits for your approval",
  execute: "starts at once",
} as const

async function chooseMode(ui: SessionUi, words: string): Promise<void> {
  const choices = Object.entries(modes).map(([value, description]) => ({ value, label: value, description }))
  const chosen = words || (await ui.pick("Mode", choices))
  if (!chosen) return
  if (!(chosen in modes))
    return ui.note(`There is no mode ${oneLine(chosen)}. Modes: ${Object.keys(modes).join(", ")}.`)
  await ui.configure({ mode: chosen === "auto" ? null : (chosen as WorkflowMode) })
  ui.note(`Mode: ${chosen}, ${modes[chosen as keyof typeof modes]}`)
}

const permissions = {
  "read-only": "reads only; changes are denied",
  "workspace-write": "also changes files here and runs ordinary commands",
  "danger-full-access": "also dangerous commands, and files outside of the project",
  prompt: "asks for everything, for reads too",
  allow: "everything, except where a rule says to ask",
} as const satisfies Record<PermissionMode, string>

async function choosePermissions(ui: SessionUi, words: string): Promise<void> {
  const modes = permissionModes.map((value) => ({ value, label: value, description: permissions[value] }))
  const rules = { value: "rules", label: "rules", description: "list what you always allow, and revoke it" }
  const chosen = words || (await ui.pick("Permissions", [...modes, rules]))
  if (chosen === "rules") return chooseRule(ui)
  const mode = permissionModes.find((each) => each === chosen)
  if (!chosen) return
  if (!mode) return ui.note(`There is no permission mode ${oneLine(chosen)}. Modes: ${permissionModes.join(", ")}.`)
  await ui.configure({ permissionMode: mode })
  ui.note(`Permissions: ${mode}`)
}

async function chooseRule(ui: SessionUi): Promise<void> {
  const file = join(ui.context.configuration, "permissions.json")
  const choices = ownRules(file).map(({ id, covers }) => ({ value: id, label: oneLine(covers) }))
  if (choices.length === 0) return ui.note("You have no rules that always allow something.")
  const chosen = await ui.pick("Revoke a rule (Esc keeps them all)", choices)
  const revoked = chosen && (await revokeRule(file, chosen))
  if (revoked) ui.note(`Revoked: ${oneLine(revoked.covers)}. It asks again from now on.`)
}

async function fork(ui: SessionUi): Promise<void> {
  if (!ui.link) return ui.note("There is no session yet: type a task first.")
  const { id } = await forkSession(ui.context.store, ui.link.row.id)
  await ui.openSession(id)
  if (ui.link.row.id !== id) ui.note(`The copy is kept (${shortId(id)}): /sessions opens it.`)
}

/** Has the person choose a session of this project. */
export async function pickSession(ui: SessionUi): Promise<void> {
  const { items } = await sessionsOf(ui.context.store, ui.project)
  if (items.length === 0) return ui.note("There is no session of this project yet.")
  const choices = items.map(({ id, title, updatedAt, status }) => ({
    value: id,
    label: oneLine(title ?? "") || "(no title)",
    description: `${status === "idle" ? "" : `${status}, `}${ago(updatedAt)}, ${shortId(id)}`,
  }))
  const chosen = await ui.pick("Sessions of this project", choices)
  if (chosen) await ui.openSession(chosen)
}

async function compact(ui: SessionUi, words: string): Promise<void> {
  if (!ui.link) return ui.note("There is no session yet: type a task first.")
  await ui.context.agent.compact(ui.link.row.id, words === "" ? {} : { focus: words })
  ui.link.driver.begin()
}

function contextLine({ link }: SessionUi): string {
  const [line] = link ? contextText(contextSize(link.state)) : []
  return line === undefined ? "No model call yet." : `Context: ${line}.`
}

function costLine({ link }: SessionUi): string {
  if (!link) return "No tokens used yet."
  const { total } = link.state.log.usage
  const cost = costOf(total)
  const price = cost === null ? "the price of this model is not known" : `$${cost.toFixed(cost < 0.01 ? 4 : 2)}`
  return `${counted(total.calls, "call")}: ${counted(total.input, "token")} in, ${total.output.toLocaleString("en-US")} out; ${price}.`
}

async function copy(ui: SessionUi): Promise<void> {
  const text = ui.lastAnswer()
  if (text === null) return ui.note("There is no answer to copy yet.")
  ui.writeClipboard(text)
  ui.note(`Copied ${counted(text.length, "character")}.`)
}
