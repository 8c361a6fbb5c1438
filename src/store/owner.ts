import { execFileSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** Which process it is, for as long as the machine runs: a pid alone is reused. An empty part is one not known here. */
export type ProcessIdentity = { pid: number; startedAt: string; host: string; boot: string; pidNamespace: string }

/** Whether an owner lives; `elsewhere` is another host or pid namespace, where it cannot be told from here. */
export type Liveness = "alive" | "dead" | "elsewhere"

/** The identity of this process; it never changes. */
export function thisProcess(): ProcessIdentity {
  self ??= {
    pid: process.pid,
    startedAt: glance("self")?.startedAt ?? "",
    host: hostIdentity(),
    boot: bootIdentity(),
    pidNamespace: onLinux ? (attempt(() => readlinkSync("/proc/self/ns/pid")) ?? "") : "",
  }
  return self
}

/** Whether the process lives, as the observer sees it; suspended is alive, a zombie is dead. Writes nothing. */
export function livenessOf(owner: ProcessIdentity, observer: ProcessIdentity = thisProcess()): Liveness {
  if (owner.host !== observer.host) return "elsewhere"
  if (owner.boot !== observer.boot) return owner.boot && observer.boot ? "dead" : "elsewhere"
  if (owner.pidNamespace !== observer.pidNamespace) return "elsewhere"
  const seen = procIsOurs() ? glance(owner.pid) : undefined
  // Not seen is not yet dead: /proc may hide the processes of others (hidepid), and a sandbox may forbid ps.
  if (!seen) return answersSignal(owner.pid) ? "alive" : "dead"
  if (seen.ended) return "dead"
  return owner.startedAt && owner.startedAt !== seen.startedAt ? "dead" : "alive"
}

type Glance = { startedAt: string; ended: boolean }

const onLinux = process.platform === "linux"
const onMac = process.platform === "darwin"

let self: ProcessIdentity | undefined
let ours: boolean | undefined

function glance(pid: number | "self"): Glance | undefined {
  if (onLinux) return attempt(() => parseStat(readFileSync(`/proc/${pid}/stat`, "latin1")))
  if (onMac)
    return attempt(() =>
      parsePs(run("ps", ["-o", "lstart=", "-o", "stat=", "-p", `${pid === "self" ? process.pid : pid}`])),
    )
  return undefined
}

// The name of the program stands in parentheses and may itself hold any of ") Z 1 (": only the last one closes it.
function parseStat(stat: string): Glance {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return { startedAt: fields[22 - 3] ?? "", ended: /^[ZXx]/.test(fields[0] ?? "") }
}

function parsePs(line: string): Glance {
  const [, startedAt = "", state = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
  return { startedAt, ended: state.startsWith("Z") }
}

// In a pid namespace without a /proc of its own, /proc/7 is another process than our 7.
function procIsOurs(): boolean {
  ours ??= !onLinux || attempt(() => readlinkSync("/proc/self")) === String(process.pid)
  return ours
}

function answersSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EPERM") return true
    if (code === "ESRCH") return false
    throw error
  }
}

// Cloned machines share the machine id, and many are called "localhost": together they are rarely the same. The id is
// confidential by its contract (machine-id(5)), so that only a keyed hash of it is kept.
function hostIdentity(): string {
  const machine = onLinux ? attempt(() => readFileSync("/etc/machine-id", "utf8").trim()) : undefined
  if (!machine) return hostname()
  return createHmac("sha256", machine).update(`holdfast ${hostname()}`).digest("hex").slice(0, 32)
}

function bootIdentity(): string {
  if (onLinux) return attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()) ?? ""
  if (onMac) return attempt(() => run("sysctl", ["-n", "kern.bootsessionuuid"])) ?? ""
  return ""
}

function run(program: string, args: string[]): string {
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
