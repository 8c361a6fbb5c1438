import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"

/** A pid is reused; with its start time it names one process, for as long as the machine runs. */
export type Glance = { startedAt: string; ended: boolean }

/** How a process looks from here; one that waits to be reaped has ended. Not seen is not yet dead: see `sendSignal`. */
export function glance(pid: number | "self"): Glance | undefined {
  if (!onLinux)
    return attempt(() =>
      parsePs(print("ps", ["-o", "lstart=", "-o", "stat=", "-p", `${pid === "self" ? process.pid : pid}`])),
    )
  if (pid !== "self" && !procIsOurs()) return undefined
  return attempt(() => parseStat(readFileSync(`/proc/${pid}/stat`, "latin1")))
}

/** Sends a signal to a process, or to a group by its negative number; false if there is none. 0 only asks. */
export function sendSignal(to: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(to, signal)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "ESRCH") return false
    if (code === "EPERM") return true // it is there, and belongs to someone else
    throw error
  }
}

/** Whether a process of a group runs; those that wait to be reaped do not. */
export function isGroupAlive(group: number): boolean {
  if (!sendSignal(-group, 0)) return false
  if (!onLinux || !procIsOurs()) return true
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && attempt(() => isMember(name, group)) === true)
}

/** Which run of the machine this is; empty where that is not known. */
export function bootId(): string {
  const read = onLinux
    ? () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    : () => print("sysctl", ["-n", "kern.bootsessionuuid"])
  return attempt(read) ?? ""
}

/** Where a pid means what it means here; empty where there are no such namespaces. */
export function pidNamespace(): string {
  return onLinux ? (attempt(() => readlinkSync("/proc/self/ns/pid")) ?? "") : ""
}

const onLinux = process.platform === "linux"

let ours: boolean | undefined

// In a pid namespace without a /proc of its own, /proc/7 is another process than our 7.
function procIsOurs(): boolean {
  ours ??= attempt(() => readlinkSync("/proc/self")) === String(process.pid)
  return ours
}

// The name of the program stands in parentheses and may itself hold any of ") Z 1 (": only the last one closes it.
function parseStat(stat: string): Glance {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return { startedAt: fields[22 - 3] ?? "", ended: /^[ZXx]/.test(fields[0] ?? "") }
}

function isMember(pid: string, group: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
  const [state = "", , inGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return Number(inGroup) === group && !/^[ZXx]/.test(state)
}

function parsePs(line: string): Glance {
  const [, startedAt = "", state = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
  return { startedAt, ended: state.startsWith("Z") }
}

function print(program: string, args: string[]): string {
  // A fixed locale and time zone, because the printed start time is compared as text.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  return execFileSync(program, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined // what cannot be seen is unknown, and each caller says what unknown means
  }
}
