import { bootId, pidNamespace, processStat, sendSignal } from "../../host/process.ts"

/** A process; its start time distinguishes it from a later one with the same pid. Empty where that could not be read. */
export type Process = { pid: number; startedAt: string }

/** Within one run of the machine, and one pid namespace of it, a pid and a start time name one process. */
export function bootIdentity(): string {
  boot ??= `${bootId()} ${pidNamespace()}`.trim()
  return boot
}

/** Whether this very process runs; one that has ended and waits to be reaped does not. */
export function isAlive({ pid, startedAt }: Process): boolean {
  if (!sendSignal(pid, 0)) return false
  const seen = processStat(pid)
  if (seen?.ended) return false
  // As the runner reads it: the two are compared as text.
  return !startedAt || !seen?.startedAt || startedAt === seen.startedAt
}

/** Sends a signal to a process group; false if there is none. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  return sendSignal(-group, signal)
}

let boot: string | undefined
