import { join } from "node:path"
import { counted } from "../../../base/amount-text.ts"
import { oneLine } from "../../../base/plain-words.ts"
import { ownRules, revokeRule } from "../../../permissions/rules/own-rules.ts"
import type { Effort, PermissionMode, WorkflowMode } from "../../../session/event/common.ts"
import { permissionModes } from "../../commands/command-form.ts"
import type { SessionUi } from "../session-ui.ts"
import type { Expanded, SlashCommand } from "./slash-command.ts"

export const settingsCommands: readonly SlashCommand[] = [
  { name: "model", hint: "[NAME]", description: "Choose the model", run: chooseModel },
  { name: "effort", hint: "[LEVEL]", description: "How long the model thinks", run: chooseEffort },
  { name: "mode", hint: "[MODE]", description: "Ask first, plan first, or start at once", run: chooseMode },
  { name: "plan", hint: "[TASK]", description: "Plan first, and wait for your approval", expand: planFirst },
  { name: "permissions", hint: "[MODE]", description: "What may run without asking", run: choosePermissions },
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

/** Sets one of a few values: the one that was typed, or the one that is picked. */
function choose<T extends string>(of: {
  title: string
  values: Readonly<Record<T, string>>
  /** `set`: it is a value of the setting, and not another list. */
  apply(ui: SessionUi, value: T): Promise<"set" | "list">
}) {
  const { title, values, apply } = of
  const names = Object.keys(values) as T[]
  return async (ui: SessionUi, words: string): Promise<void> => {
    const choices = names.map((value) => ({ value, label: value, description: values[value] }))
    const given = words || (await ui.pick(title, choices))
    if (!given) return
    const value = names.find((each) => each === given)
    if (!value) return ui.note(`${title} is one of ${names.join(", ")}, not ${oneLine(given)}.`, "warn")
    if ((await apply(ui, value)) === "set") ui.note(`${title}: ${value}, ${values[value]}`)
  }
}

async function set(ui: SessionUi, settings: Parameters<SessionUi["configure"]>[0]): Promise<"set"> {
  await ui.configure(settings)
  return "set"
}

const efforts: Readonly<Record<Effort | "auto", string>> = {
  auto: "as its provider has it",
  low: "answers sooner",
  medium: "thinks before it answers",
  high: "thinks longer",
  max: "thinks as long as it can",
}

function chooseEffort(ui: SessionUi, words: string): Promise<void> {
  return choose({
    title: "Effort",
    values: efforts,
    apply: (ui, value) => set(ui, { effort: value === "auto" ? null : value }),
  })(ui, words)
}

const modes = {
  auto: "starts at once; plans first where that helps a weak model",
  clarify: "asks first",
  plan: "plans first, and waits for your approval",
  execute: "starts at once",
} as const

function chooseMode(ui: SessionUi, words: string): Promise<void> {
  return choose({
    title: "Mode",
    values: modes,
    apply: (ui, value) => set(ui, { mode: value === "auto" ? null : (value satisfies WorkflowMode) }),
  })(ui, words)
}

async function planFirst(ui: SessionUi, words: string): Promise<Expanded | null> {
  await ui.configure({ mode: "plan" })
  ui.note("Mode: plan. /mode auto goes back.", "quiet")
  return words === "" ? null : { text: words, typed: words.length }
}

const permissions = {
  "read-only": "reads only; changes are denied",
  "workspace-write": "also changes files here and runs ordinary commands",
  "danger-full-access": "also dangerous commands, and files outside of the project",
  prompt: "asks for everything, for reads too",
  allow: "everything, except where a rule says to ask",
} as const satisfies Record<PermissionMode, string>

async function choosePermissions(ui: SessionUi, words: string): Promise<void> {
  const values = Object.fromEntries(permissionModes.map((mode) => [mode, permissions[mode]])) as typeof permissions
  const rules = { rules: "list what you always allow, and revoke it" }
  await choose<PermissionMode | "rules">({
    title: "Permissions",
    values: { ...values, ...rules },
    apply: (ui, value) => (value === "rules" ? chooseRule(ui) : set(ui, { permissionMode: value })),
  })(ui, words)
}

async function chooseRule(ui: SessionUi): Promise<"list"> {
  await revokeOne(ui)
  return "list"
}

async function revokeOne(ui: SessionUi): Promise<void> {
  const file = join(ui.context.configuration, "permissions.json")
  const choices = ownRules(file).map(({ id, covers }) => ({ value: id, label: oneLine(covers) }))
  if (choices.length === 0) return ui.note("You have no rules that always allow something.")
  const chosen = await ui.pick("Revoke a rule (Esc keeps them all)", choices)
  const revoked = chosen && (await revokeRule(file, chosen))
  if (revoked) ui.note(`Revoked: ${oneLine(revoked.covers)}. It asks again from now on.`)
}
