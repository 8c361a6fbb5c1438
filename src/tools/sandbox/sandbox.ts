import { execFile } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { isWithin } from "../../base/path-within.ts"
import { systemCode } from "../../base/system-error.ts"
import type { SandboxUse } from "../../session/accessed-path.ts"
import type { Enclose, Environment } from "../job/start-job.ts"
import { landlockRecords } from "./landlock.ts"
import { socketsThere, terminalsThere } from "./sandbox-places.ts"
import { type SandboxContext, type SandboxPolicy, type SandboxSettings, sandboxPolicy } from "./sandbox-policy.ts"
import { seatbeltProfile } from "./seatbelt.ts"

/** What this system has to confine commands with. */
export type SandboxSystem =
  /** Without namespaces, a command has no loopback of its own, and `.git` is only watched. */
  | { kind: "landlock"; abi: number; namespaces: boolean; program: string }
  | { kind: "seatbelt"; program: string }
  | { kind: "none"; why: string }

/** Looks once what the system has: it does not change while a process runs. */
export function sandboxSystem(): Promise<SandboxSystem> {
  known ??= look()
  return known
}

let known: Promise<SandboxSystem> | undefined

/** Whether commands are to run in a sandbox, by what a person has set and what the system has. */
export async function sandboxUse({ enabled = "auto", network = false }: SandboxSettings): Promise<SandboxUse> {
  if (enabled === false) return { is: "off", network, holdsSignals: false, shown: "off in the settings" }
  const system = await sandboxSystem()
  const shown = showSystem(system)
  if (system.kind === "none") return { is: enabled === true ? "missing" : "off", network, holdsSignals: false, shown }
  const holdsSignals = system.kind === "seatbelt" || system.abi >= signalsFrom
  return { is: "on", network, holdsSignals, shown }
}

/** The first version of Landlock that confines signals. */
const signalsFrom = 6

function showSystem(system: SandboxSystem): string {
  switch (system.kind) {
    case "landlock":
      return `Landlock ${system.abi}${system.namespaces ? " and namespaces" : ", without namespaces"}`
    case "seatbelt":
      return "Seatbelt"
    case "none":
      return `none: ${system.why}`
    default:
      return system satisfies never
  }
}

/** Confines a session's commands to what their intents say. */
export function enclosing(context: SandboxContext, on: () => Promise<SandboxSystem> = sandboxSystem): Enclose {
  return async (job) => {
    const system = await on()
    if (system.kind === "none") return { problem: `it must run in a sandbox, but ${system.why}.` }
    if (!job.sandbox) return { problem: "its intent names no sandbox." }
    try {
      const policy = sandboxPolicy(job, job.sandbox, context)
      if (policy.temporary) mkdirSync(policy.temporary, { recursive: true, mode: 0o700 })
      const file = join(job.place, "policy")
      writeFileSync(file, textOf(policy, system, context.env), { mode: 0o600 })
      return {
        prefix: system.kind === "landlock" ? [system.program, file] : [system.program, "-f", file],
        // What runs for days is not the only one that writes there.
        absent: job.background ? [] : policy.absent,
        env: policy.temporary ? { ...context.env, TMPDIR: policy.temporary } : context.env,
      }
    } catch (error) {
      const code = systemCode(error)
      if (code === undefined) throw error
      return { problem: `its sandbox could not be prepared (${code}).` }
    }
  }
}

/** What confines a program that only looks: the prefix of its command line, and the policy that its input holds. */
export type Confinement = { prefix: readonly string[]; policy: string }

/**
 * Confines a search below a directory: it writes nothing, reaches no network, and what is hidden from commands is not
 * there for it, whatever links a process puts in its way. Null where the system has nothing to confine it with.
 */
export async function confinedSearch(
  root: string,
  context: SandboxContext,
  on: Promise<SandboxSystem> = sandboxSystem(),
): Promise<Confinement | null> {
  const system = await on
  if (system.kind === "none") return null
  const found = sandboxPolicy({ cwd: root, place: root }, { mode: "read-only" }, context)
  const visible = found.visible.filter((path) => isWithin(root, path))
  const policy = { ...found, writable: [], temporary: null, visible }
  const text = textOf(policy, system, context.env)
  return system.kind === "landlock"
    ? { prefix: [system.program, "/proc/self/fd/0"], policy: text }
    : { prefix: [system.program, "-p", text], policy: "" }
}

function textOf(policy: SandboxPolicy, system: Exclude<SandboxSystem, { kind: "none" }>, env: Environment): string {
  switch (system.kind) {
    case "landlock":
      return landlockRecords(policy, {
        ...system,
        others: system.namespaces ? [...socketsThere(env), ...terminalsThere()] : [],
      })
    case "seatbelt":
      return seatbeltProfile(policy)
    default:
      return system satisfies never
  }
}

async function look(): Promise<SandboxSystem> {
  if (process.platform === "darwin") {
    const program = "/usr/bin/sandbox-exec"
    return existsSync(program) ? { kind: "seatbelt", program } : { kind: "none", why: `there is no ${program}` }
  }
  if (process.platform !== "linux") return { kind: "none", why: "there is none for this operating system" }
  const name = `sandbox-linux-${process.arch}`
  const program = findProgram(name)
  if (program === undefined) return { kind: "none", why: `Holdfast has none for this processor (${process.arch})` }
  try {
    const { stdout } = await promisify(execFile)(program, ["--probe"], { timeout: probeMs })
    const abi = Number(/^landlock (\d+)$/m.exec(stdout)?.[1] ?? 0)
    if (abi === 0) return { kind: "none", why: "this Linux has no Landlock, or it is switched off" }
    return { kind: "landlock", abi, namespaces: /^namespaces yes$/m.test(stdout), program }
  } catch (error) {
    return { kind: "none", why: `${program} cannot be run (${systemCode(error) ?? "it failed"})` }
  }
}

const probeMs = 5_000

/** In `bin` of the package, whether this is its source or built. */
function findProgram(name: string): string | undefined {
  for (let directory = import.meta.dirname; dirname(directory) !== directory; directory = dirname(directory)) {
    const program = join(directory, "bin", name)
    if (existsSync(program)) return program
  }
  return undefined
}
