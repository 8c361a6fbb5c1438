import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"
import { bootId, pidNamespace, processStat, sendSignal } from "../host/process.ts"

/** Which process it is, for as long as the machine runs: a pid alone is reused. An empty part is one not known here. */
export type ProcessIdentity = { pid: number; startedAt: string; host: string; boot: string; pidNamespace: string }

/** Whether an owner is alive; `elsewhere` is another host or pid namespace, where that cannot be seen from here. */
export type Liveness = "alive" | "dead" | "elsewhere"

/** The identity of this process; it never changes. */
export function thisProcess(): ProcessIdentity {
  self ??= {
    pid: process.pid,
    startedAt: processStat("self")?.startedAt ?? "",
    host: hostIdentity(),
    boot: bootId(),
    pidNamespace: pidNamespace(),
  }
  return self
}

/** Whether the process lives, as the observer sees it; suspended is alive, a zombie is dead. Writes nothing. */
export function livenessOf(owner: ProcessIdentity, observer: ProcessIdentity = thisProcess()): Liveness {
  if (owner.host !== observer.host) return "elsewhere"
  if (owner.boot !== observer.boot) return owner.boot && observer.boot ? "dead" : "elsewhere"
  if (owner.pidNamespace !== observer.pidNamespace) return "elsewhere"
  const seen = processStat(owner.pid)
  // Not seen is not yet dead: /proc may hide the processes of others (hidepid), and a sandbox may forbid ps.
  if (!seen) return sendSignal(owner.pid, 0) ? "alive" : "dead"
  if (seen.ended) return "dead"
  return owner.startedAt && owner.startedAt !== seen.startedAt ? "dead" : "alive"
}

let self: ProcessIdentity | undefined

// Cloned machines share the machine id, and many are called "localhost": together they are rarely the same. The id is
// confidential by its contract (machine-id(5)), so that only a keyed hash of it is kept.
function hostIdentity(): string {
  const machine = machineId()
  if (!machine) return hostname()
  return createHmac("sha256", machine).update(`holdfast ${hostname()}`).digest("hex").slice(0, 32)
}

function machineId(): string | undefined {
  if (process.platform !== "linux") return undefined
  try {
    return readFileSync("/etc/machine-id", "utf8").trim()
  } catch {
    return undefined // not every Linux has one: the name alone has to do
  }
}
