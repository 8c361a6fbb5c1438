import type { SandboxUse } from "../session/accessed-path.ts"
import type { JobSandbox, PermissionMode } from "../session/event/common.ts"
import type { Call } from "./call.ts"

/** What a command asks for that its sandbox does not give. */
export type SandboxWish = "network" | "no-sandbox"

/** Without a sandbox there is nothing to ask for. */
export function sandboxWish(
  { access }: Pick<Call, "access">,
  mode: PermissionMode,
  use?: SandboxUse,
): SandboxWish | null {
  if (access.kind !== "command" || !isConfined(mode, use)) return null
  if (access.unconfined !== undefined) return "no-sandbox"
  return access.network && !use?.network ? "network" : null
}

/**
 * What the operating system keeps a permitted command to. What reaches beyond the mode was allowed by a person, who
 * was shown what it does: it runs without the sandbox, which would refuse just that.
 */
export function confinement(
  { access }: Pick<Call, "access">,
  { mode, beyond, use }: { mode: PermissionMode; beyond: boolean; use?: SandboxUse | undefined },
): JobSandbox | null {
  if (access.kind !== "command" || !isConfined(mode, use)) return null
  if (beyond || access.unconfined !== undefined) return null
  const network = use?.network || access.network
  return { mode: mode === "read-only" ? "read-only" : "workspace-write", ...(network ? { network: true } : {}) }
}

/** What an approval says of it. */
export function showConfinement(sandbox: JobSandbox | undefined, use: SandboxUse): string {
  if (use.is !== "on") return use.shown
  return sandbox ? `${sandbox.mode}, network ${sandbox.network ? "on" : "off"}` : "off for this command"
}

/** Whether commands of a mode run in a sandbox. */
export function isConfined(mode: PermissionMode, use?: SandboxUse): boolean {
  return use?.is === "on" && confinesCommands(mode)
}

/** Whether commands of a mode run in a sandbox where there is one. */
export function confinesCommands(mode: PermissionMode): boolean {
  return mode !== "danger-full-access" && mode !== "allow"
}
