import { homedir } from "node:os"
import { delimiter, join } from "node:path"
import { readRules } from "../../permissions/rules/rules.ts"
import type { SandboxUse } from "../../session/accessed-path.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { NewEvent } from "../../session/event.ts"
import type { Permission, SessionState } from "../../session/state.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { Store } from "../../store/contract.ts"
import type { Permissions } from "./permit.ts"
import { trustedRules } from "./trust.ts"

/** The rules that apply to a project, and whether you can be asked. */
export async function permissionsFor(of: {
  /** Without a store no project is trusted. */
  store: Pick<Store, "setting"> | undefined
  configuration: string
  project: string
  env: NodeJS.ProcessEnv
  noAsk: boolean
  foreignThrough: number
  sandbox?: () => Promise<SandboxUse>
}): Promise<Permissions> {
  const { store, configuration, project, env, noAsk, foreignThrough, sandbox } = of
  return {
    project,
    userFile: join(configuration, "permissions.json"),
    projectFile: join(project, ".holdfast", "permissions.json"),
    trusted: store ? await trustedRules(store) : () => false,
    home: env.HOME ?? homedir(),
    noAsk,
    foreignThrough,
    ...(sandbox ? { sandbox } : {}),
  }
}

/** What a session records of the permissions that it runs under, beside its mode. */
type PermissionSetup = Pick<Permission, "prompting" | "ruleCounts" | "rulesSource">

/** Null where the rules cannot be used: the start of a turn and every tool call refuse to run with them, and say why. */
function permissionSetup(permissions: Permissions): PermissionSetup | null {
  const read = rulesOrNull(permissions)
  if (!read) return null
  const { rules, sources } = read
  const files = sources.flatMap(({ exists, file }) => (exists ? [file] : []))
  return {
    prompting: !permissions.noAsk,
    ruleCounts: { allow: rules.allow.length, deny: rules.deny.length, ask: rules.ask.length },
    rulesSource: files.length === 0 ? null : files.join(delimiter),
  }
}

/** The event that records the setup; null where the session has recorded the same on this machine. */
export function setupEvent(permissions: Permissions, state: SessionState): NewEvent<"session.configured"> | null {
  const setup = permissionSetup(permissions)
  const { permission } = permissionsHere(state, permissions.foreignThrough)
  return setup === null || isSame(setup, permission) ? null : { type: "session.configured", data: setup }
}

function isSame(a: PermissionSetup, b: PermissionSetup): boolean {
  const kinds = ["allow", "deny", "ask"] as const
  return (
    a.prompting === b.prompting &&
    a.rulesSource === b.rulesSource &&
    kinds.every((kind) => a.ruleCounts[kind] === b.ruleCounts[kind])
  )
}

function rulesOrNull(permissions: Permissions): ReturnType<typeof readRules> | null {
  try {
    return readRules(permissions)
  } catch (error) {
    if (isHoldfastError(error) && error.code === "invalid") return null
    throw error
  }
}
