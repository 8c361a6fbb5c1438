import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Workers that are started ahead of time, so that a kill does not wait for Node to start. */
export type WarmWorkers = {
  /** One that has loaded everything and waits for its orders. */
  take(): Promise<ChildProcess>
  stop(): void
}

export function warmWorkers(ahead: number, program = join(import.meta.dirname, "worker.ts")): WarmWorkers {
  const { NODE_COMPILE_CACHE: shared } = process.env
  const cache = shared ?? mkdtempSync(join(tmpdir(), "holdfast-compiled-"))
  const start = () => {
    const worker = fork(program, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // What could not be tended is told as a warning: with faults on purpose there are many.
      execArgv: ["--no-warnings"],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    })
    return { worker, ready: once(worker, "message") }
  }
  const waiting = Array.from({ length: ahead }, start)
  return {
    async take() {
      const next = waiting.shift() ?? start()
      await next.ready
      waiting.push(start())
      return next.worker
    },
    stop() {
      for (const { worker } of waiting) worker.kill("SIGKILL")
      if (cache !== shared) rmSync(cache, { recursive: true, force: true })
    },
  }
}
