import { emptyState } from "../../session/empty-state.ts"
import { HoldfastError } from "../../session/error.ts"
import type { PermissionMode } from "../../session/event/common.ts"
import type { SessionState } from "../../session/state.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { readArguments } from "../../tools/arguments/tool-arguments.ts"
import { orFailed } from "../../tools/failure.ts"
import { findTool, parametersOf, tools } from "../../tools/tool-set.ts"
import { type Permissions, permit, type Verdict } from "./permit.ts"

export type PermissionCheck = Pick<Verdict, "outcome" | "code" | "reason" | "required" | "rule" | "details"> & {
  tool: string
  arguments: Record<string, unknown>
  mode: PermissionMode
  /** The parts of a command that run on their own, with what each may do. */
  segments: readonly { text: string; class: string; why: string }[]
}

/** What would be decided on a call, without making it. `input` is the tool's main argument: the command, the path. */
export async function checkPermission(
  call: { tool: string; input?: string; arguments?: Record<string, unknown> },
  scene: {
    workspace: string
    /** The data directory and the configuration: what no tool may touch. */
    protected: readonly string[]
    notes: string
    permissions: Permissions
    mode?: PermissionMode
    state?: SessionState
  },
): Promise<PermissionCheck> {
  const tool = findTool(tools, call.tool)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(", ")
    throw new HoldfastError("not-found", `There is no tool ${call.tool}. There are ${names}.`)
  }
  const read = readArguments(tool, filled(parametersOf(tool.schema), call))
  if ("status" in read) throw new HoldfastError("invalid", `${read.text} Give them with --args.`)
  const { workspace, notes, protected: guarded } = scene
  const context = { workspace, notes, protected: guarded, jobs: "" }
  const access = await orFailed(async () => tool.access(read.arguments, context))
  if ("status" in access) throw new HoldfastError("invalid", access.text)
  const state = withMode(scene.state ?? emptyState("check"), scene.mode)
  const { permission } = permissionsHere(state, scene.permissions.foreignThrough)
  const verdict = await permit(
    {
      call: { call: "check", name: tool.name, argumentsHash: null },
      arguments: read.arguments,
      access,
    },
    { state, permissions: scene.permissions, workspace, protectedPaths: guarded },
  )
  const { outcome, code, reason, required, rule, details } = verdict
  const segments = verdict.segments.map(({ text, class: kind, why }) => ({ text, class: kind, why }))
  const decision = { outcome, code, reason, required, ...(rule ? { rule } : {}), details }
  return { tool: tool.name, arguments: read.arguments, mode: permission.mode, ...decision, segments }
}

/** What was given, with a stand-in for what the decision does not depend on, such as the content of a file. */
function filled(
  parameters: Record<string, unknown>,
  { input, arguments: given = {} }: { input?: string; arguments?: Record<string, unknown> },
): Record<string, unknown> {
  const required = Array.isArray(parameters.required)
    ? parameters.required.filter((name) => typeof name === "string")
    : []
  const properties = (parameters.properties ?? {}) as Record<string, { type?: string } | undefined>
  const [main = Object.keys(properties)[0]] = required
  const args = { ...(input === undefined || main === undefined ? {} : { [main]: input }), ...given }
  // Without any argument the tool itself says what it takes.
  if (Object.keys(args).length === 0) return args
  const missing = required.filter((name) => !Object.hasOwn(args, name) && properties[name]?.type === "string")
  return { ...Object.fromEntries(missing.map((name) => [name, "…"])), ...args }
}

function withMode(state: SessionState, mode: PermissionMode | undefined): SessionState {
  if (mode === undefined) return state
  return { ...state, log: { ...state.log, permission: { ...state.log.permission, mode, modeAt: state.seq + 1 } } }
}
