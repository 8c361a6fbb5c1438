import { spawn } from "node:child_process"

/** More than this of an output is left out: it is shown, or goes to a model. */
const mostBytes = 256 * 1024

/** How long a program may take to end after SIGTERM. */
const graceMs = 1_000

/** Runs a program to its end, and gives what it printed. The signal ends it with all that it started. */
export async function runProgram(
  [program = "", ...argv]: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<{ output: string; code: number | null }> {
  const child = spawn(program, argv, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
    // A group of its own, so that it can be ended as a whole.
    detached: signal !== undefined,
  })
  let killing: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    signalGroup(child.pid, "SIGTERM")
    killing = setTimeout(() => signalGroup(child.pid, "SIGKILL"), graceMs)
  }
  if (signal?.aborted) end()
  signal?.addEventListener("abort", end)
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    if (size < mostBytes) chunks.push(chunk)
    size += chunk.length
  }
  child.stdout.on("data", take)
  child.stderr.on("data", take)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", resolve)
  }).finally(() => {
    clearTimeout(killing)
    signal?.removeEventListener("abort", end)
  })
  const left = size > mostBytes ? "\n… output truncated" : ""
  return { output: Buffer.concat(chunks).subarray(0, mostBytes).toString("utf8") + left, code }
}

function signalGroup(group: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  if (group === undefined) return
  try {
    process.kill(-group, signal)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}
