import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"

export type Spawned = { command: string; args: readonly string[]; cwd: string; env: Record<string, string> }

/** What a process took: milliseconds from its start, on the clock of this process, processor time and peak memory. */
export type Taken = {
  startedAt: number
  ms: number
  processorMs: number
  peakMiB: number
  code: number | null
  output: string
  errors: string
}

/** How often the kernel is asked: it keeps both, but only as long as the process lives. */
const lookMs = 4

export async function measureProcess({ command, args, cwd, env }: Spawned): Promise<Taken> {
  const startedAt = performance.now()
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  child.stdout.on("data", (bytes) => {
    output += bytes
  })
  let errors = ""
  child.stderr.on("data", (bytes) => {
    errors = `${errors}${bytes}`.slice(-2_000)
  })
  let peakMiB = 0
  let processorMs = 0
  const looking = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakOf(child.pid))
    processorMs = Math.max(processorMs, processorTimeOf(child.pid))
  }, lookMs)
  const [code] = await once(child, "close")
  clearInterval(looking)
  return { startedAt, ms: performance.now() - startedAt, processorMs, peakMiB, code, output, errors }
}

function peakOf(pid: number | undefined): number {
  try {
    const [, kib = 0] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(join("/proc", String(pid), "status"), "utf8")) ?? []
    return Number(kib) / 1024
  } catch {
    // It has ended, or this system has no /proc.
    return 0
  }
}

/** Linux counts it in hundredths of a second. */
const tickMs = 10

/** The processor time of a process that lives, in milliseconds; 0 where nothing tells it. */
export function processorTimeOf(pid: number | undefined): number {
  try {
    const [, fields = ""] = readFileSync(join("/proc", String(pid), "stat"), "utf8").split(") ")
    const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number)
    return (user + system) * tickMs
  } catch {
    return 0
  }
}
