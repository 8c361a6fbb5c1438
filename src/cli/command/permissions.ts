import { realpathSync } from "node:fs"
import { join } from "node:path"
import { configDirectory } from "../../agent/configuration/config.ts"
import { projectOf } from "../../agent/configuration/project-of.ts"
import { checkPermission, type PermissionCheck } from "../../agent/tool-calls/permission-check.ts"
import { permissionsFor } from "../../agent/tool-calls/permission-setup.ts"
import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { ownRules, revokeRule } from "../../permissions/rules/own-rules.ts"
import { showRule } from "../../permissions/rules/rule.ts"
import { type RulesRead, readRules } from "../../permissions/rules/rules.ts"
import { emptyState } from "../../session/empty-state.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import { permissionMode } from "../../session/event/common.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { permissionLines } from "../../session/view/permission-text.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [action = "show", tool, input] = args.words
  if (action === "revoke" && tool !== undefined && input === undefined) return revoke(tool, terminal)
  const scene = await sceneFor(args)
  if (action === "show" && tool === undefined) return show(scene, terminal)
  if (action === "check" && tool !== undefined) return check(tool, input, scene, args, terminal)
  const wrong =
    action === "check" ? "permissions check needs TOOL." : "permissions takes `show`, `revoke NUMBER`, or `check TOOL`."
  throw new UsageError(wrong, "permissions")
}

type CheckContext = Awaited<ReturnType<typeof sceneFor>>

/** The rules in effect, and the session whose mode and approvals apply. */
async function sceneFor(args: Arguments) {
  const named = args.text("session")
  const configuration = configDirectory()
  return withStore("look", async (store) => {
    if (named !== undefined && !store) throw new HoldfastError("not-found", "There are no sessions yet.")
    const row = store && named !== undefined ? await findSession(store, named) : undefined
    const state = store && row ? await store.state(row.id) : emptyState("none")
    const workspace = row?.workspace ?? realpathSync(process.cwd())
    const project = row?.project ?? projectOf()
    const foreignThrough = row?.foreignThrough ?? 0
    const { env } = process
    const permissions = await permissionsFor({ store, configuration, project, env, noAsk: false, foreignThrough })
    return { session: row?.id ?? null, state, workspace, project, permissions, configuration }
  })
}

async function show({ session, state, project, permissions }: CheckContext, terminal: Terminal): Promise<number> {
  const read = readRules(permissions)
  const { permission, grants } = permissionsHere(state, permissions.foreignThrough)
  const lasting = grants.flatMap(({ tool, subject, scope }) => (scope === "once" ? [] : [{ tool, subject }]))
  const { mode, prompting, ruleCounts, rulesSource } = permission
  const recorded = session === null ? null : { prompting, ruleCounts, rulesSource }
  if (terminal.json) await terminal.printJson({ session, project, mode, recorded, grants: lasting, ...read })
  else {
    const lines = session === null ? [] : permissionLines(permission)
    await terminal.print(...showLines({ ...read, mode, recorded: lines, grants: lasting }, terminal))
  }
  return 0
}

/** Revokes a rule of the user's by its number in the list. */
async function revoke(number: string, terminal: Terminal): Promise<number> {
  const file = join(configDirectory(), "permissions.json")
  const rules = ownRules(file)
  const named = /^[1-9]\d*$/.test(number) ? rules[Number(number) - 1] : undefined
  const revoked = named && (await revokeRule(file, named.id))
  if (!revoked) {
    const listed = rules.length === 0 ? "You have no allow rules." : `You have allow rules 1 to ${rules.length}.`
    throw new HoldfastError("not-found", `There is no rule ${oneLine(number)} to revoke. ${listed}`)
  }
  if (terminal.json) await terminal.printJson({ file, revoked })
  else await terminal.print(`Revoked: ${oneLine(revoked.covers)}. It asks again from now on.`)
  return 0
}

type Shown = RulesRead & {
  mode: string
  recorded: readonly string[]
  grants: readonly { tool: string | null; subject: string | null }[]
}

function showLines({ mode, recorded, grants, rules, sources }: Shown, { paint }: Terminal): string[] {
  const files = sources.map(({ source, file, exists, trusted, counts }) => {
    const count = Object.values(counts).reduce((sum, each) => sum + each, 0)
    const untrusted =
      counts.allow > 0 && !trusted ? " Its allow rules do not apply until you run 'holdfast trust'." : ""
    return `  ${source}: ${oneLine(file)} (${exists ? counted(count, "rule") : "not there"}).${untrusted}`
  })
  const listed = [...rules.deny, ...rules.ask, ...rules.allow].map((rule) => `  ${oneLine(showRule(rule))}`)
  return [
    `${paint.bold("Mode")}  ${mode}`,
    paint.bold("Files"),
    ...files,
    paint.bold("Rules, in the order they are evaluated"),
    ...(listed.length > 0 ? listed : ["  none: the mode decides"]),
    ...(rules.allow.some(({ source }) => source === "user")
      ? ["  Revoke one of your allow rules with 'holdfast permissions revoke NUMBER'."]
      : []),
    ...(recorded.length > 0 ? [paint.bold("Recorded when the session last ran")] : []),
    ...recorded.map((line) => `  ${oneLine(line)}`),
    ...(grants.length > 0 ? [paint.bold("Approved for this session")] : []),
    ...grants.map(({ tool, subject }) => `  ${oneLine(`${tool ?? ""} ${subject ?? ""}`)}`),
  ]
}

async function check(
  tool: string,
  input: string | undefined,
  scene: CheckContext,
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  const mode = permissionMode.options.find((mode) => mode === args.text("permission-mode"))
  const directory = dataDirectory()
  const checked = await checkPermission(
    { tool, arguments: parsedArgs(args.text("args")), ...(input === undefined ? {} : { input }) },
    {
      workspace: scene.workspace,
      protected: [directory, scene.configuration],
      notes: join(directory, "notes"),
      permissions: scene.permissions,
      state: scene.state,
      ...(mode ? { mode } : {}),
    },
  ).catch((error: unknown) => {
    throw isHoldfastError(error) && error.code === "invalid" ? new UsageError(error.message, "permissions") : error
  })
  if (terminal.json) await terminal.printJson(checked)
  else await terminal.print(...checkLines(checked, terminal))
  return 0
}

function checkLines(checked: PermissionCheck, { paint }: Terminal): string[] {
  const colours = { allow: paint.green, ask: paint.yellow, deny: paint.red } as const
  const words = { allow: "allowed", ask: "asks you", deny: "denied" } as const
  return [
    `${colours[checked.outcome](words[checked.outcome])}: ${oneLine(checked.reason)}`,
    `  mode ${checked.mode}, needs ${checked.required}`,
    ...(checked.rule ? [`  ${oneLine(showRule(checked.rule))}`] : []),
    ...checked.segments.map(({ text, class: kind, why }) => `  [${kind}] ${oneLine(text)}  (${oneLine(why)})`),
  ]
}

function parsedArgs(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--args is not valid JSON: ${(error as Error).message}.`, "permissions")
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new UsageError('--args needs a JSON object, such as {"path":"a.txt"}.', "permissions")
}
