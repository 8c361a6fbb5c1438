import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { systemCode } from "../base/system-error.ts"

/** Pids are reused: with its start time, a pid identifies one process of a boot. */
export type ProcessStat = { startedAt: string; ended: boolean }

/** The identity of a running process; zombies count as ended. Undefined is no proof of death: see `sendSignal`. */
export function processStat(pid: number | "self"): ProcessStat | undefined {
  if (!onLinux)
    return attempt(() =>
      parsePs(print("ps", ["-o", "lstart=", "-o", "stat=", "-p", `${pid === "self" ? process.pid : pid}`])),
    )
  if (pid !== "self" && !procIsOurs()) return undefined
  return attempt(() => parseStat(readFileSync(`/proc/${pid}/stat`, "latin1")))
}

/** Sends a signal to a process, or to a group by its negative id; false if there is none. Signal 0 only tests. */
export function sendSignal(to: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(to, signal)
  } catch (error) {
    const code = systemCode(error)
    if (code === "ESRCH") return false
    if (code === "EPERM") return true // it is there, and belongs to someone else
    throw error
  }
}

/** Whether a process group has a running member; zombies do not count. */
export function isGroupAlive(group: number): boolean {
  if (!sendSignal(-group, 0)) return false
  if (!onLinux || !procIsOurs()) return true
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && attempt(() => isMember(name, group)) === true)
}

/** The boot id; empty if unknown. */
export function bootId(): string {
  const read = onLinux
    ? () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
    : () => print("sysctl", ["-n", "kern.bootsessionuuid"])
  return attempt(read) ?? ""
}

/** The pid namespace; empty where there are none. */
export function pidNamespace(): string {
  return onLinux ? (attempt(() => readlinkSync("/proc/self/ns/pid")) ?? "") : ""
}

const onLinux = process.platform === "linux"

let ours: boolean | undefined

// In a pid namespace without its own /proc, /proc/7 is not our process 7.
function procIsOurs(): boolean {
  ours ??= attempt(() => readlinkSync("/proc/self")) === String(process.pid)
  return ours
}

// The program name is in parentheses and may contain any of ") Z 1 (": only the last one closes it.
function parseStat(stat: string): ProcessStat {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return { startedAt: fields[22 - 3] ?? "", ended: /^[ZXx]/.test(fields[0] ?? "") }
}

function isMember(pid: string, group: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
  const [state = "", , inGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return Number(inGroup) === group && !/^[ZXx]/.test(state)
}

function parsePs(line: string): ProcessStat {
  const [, startedAt = "", state = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
  return { startedAt, ended: state.startsWith("Z") }
}

function print(program: string, args: string[]): string {
  // Fixed locale and time zone, because the printed start time is compared as text.
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
