import { execFileSync } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import { systemCode } from "../failure.ts"

/** A process, told from a later one with the same pid by its start time; empty where that could not be read. */
export type Process = { pid: number; startedAt: string }

/** Within one run of the machine, and one pid namespace of it, a pid and a start time name one process. */
export function bootIdentity(): string {
  boot ??= onLinux
    ? `${look(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim())} ${look(() => readlinkSync("/proc/self/ns/pid"))}`
    : look(() => print("sysctl", ["-n", "kern.bootsessionuuid"]))
  return boot
}

/** Whether this very process runs; one that has ended and waits to be reaped does not. */
export function isAlive({ pid, startedAt }: Process): boolean {
  if (!answersSignal(pid)) return false
  const [seen, state] = glance(pid)
  if (state.startsWith("Z") || state.startsWith("X")) return false
  return !startedAt || !seen || startedAt === seen
}

/** Sends a signal to a process group; false if there is none. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  return send(-group, signal)
}

const onLinux = process.platform === "linux"
let boot: string | undefined

// As the runner reads it: the two are compared as text.
function glance(pid: number): [startedAt: string, state: string] {
  if (!onLinux) {
    const line = look(() => print("ps", ["-o", "stat=", "-o", "lstart=", "-p", `${pid}`]))
    const [, state = "", startedAt = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    return [startedAt, state]
  }
  // In a pid namespace without a /proc of its own, /proc/7 is another process than our 7.
  if (look(() => readlinkSync("/proc/self")) !== `${process.pid}`) return ["", ""]
  const stat = look(() => readFileSync(`/proc/${pid}/stat`, "latin1"))
  // The name of the program stands in parentheses and may itself hold some: only the last one closes it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return [fields[22 - 3] ?? "", fields[0] ?? ""]
}

function answersSignal(pid: number): boolean {
  return send(pid, 0)
}

function send(to: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(to, signal)
  } catch (error) {
    const code = systemCode(error)
    if (code === "ESRCH") return false
    if (code === "EPERM") return true // it is there, and belongs to someone else
    throw error
  }
}

function print(program: string, args: string[]): string {
  // A fixed locale and time zone, because the printed start time is compared as text.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  return execFileSync(program, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
}

function look(read: () => string): string {
  try {
    return read()
  } catch {
    return "" // what cannot be seen is not known, and each caller says what that means
  }
}
