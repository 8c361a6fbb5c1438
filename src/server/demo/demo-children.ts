import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Log } from "../log.ts"

/** The child processes of this server that drive demo sessions, one each. */
export type DemoChildren = {
  /** The pid of a session's process, while it runs. */
  pid(session: string): number | null
  count(): number
  /**
   * Starts a process for the session's queued input. After `stop` none is started: the input waits for the next
   * server.
   */
  start(session: string, workspace: string): void
  /** Sends SIGKILL and waits for the exit; null if none runs. A repeated key is the same kill. */
  kill(session: string, key: string | undefined): Promise<{ pid: number } | null>
  /** Shuts all of them down in order, and kills what is left at the deadline. */
  stop(time: { deadlineMs: number }): Promise<void>
}

export function openDemoChildren(of: {
  directory: string
  env: NodeJS.ProcessEnv
  log: Log
  /** Called when a process has ended for any reason: its session has no driver. */
  onEnd(session: string): void
}): DemoChildren {
  const { directory, env, log, onEnd } = of
  const children = new Map<string, ChildProcess>()
  const kills = new Map<string, Promise<{ pid: number }>>()
  let stopped = false
  const signal = async (child: ChildProcess, name: NodeJS.Signals) => {
    const ended = once(child, "exit")
    child.kill(name)
    await ended
  }
  return {
    pid: (session) => children.get(session)?.pid ?? null,
    count: () => children.size,
    start(session, workspace) {
      if (stopped) return
      // Detached, as if started from a terminal: it survives a killed server.
      const child = spawn(process.execPath, [program, "resume", session], {
        cwd: workspace,
        env: { HOLDFAST_SCRIPT_DELAY: pace, ...env, HOLDFAST_HOME: directory },
        stdio: "ignore",
      })
      const end = (facts: object) => {
        if (children.get(session) !== child) return
        children.delete(session)
        log.info("a demo process has ended", { session, pid: child.pid, ...facts })
        onEnd(session)
      }
      child.once("exit", (code, name) => end({ code, signal: name }))
      child.once("error", (error) => end({ error }))
      // The child must not keep the server's event loop alive.
      child.unref()
      if (child.pid !== undefined) children.set(session, child)
      else onEnd(session)
    },
    async kill(session, key) {
      const intent = `${session} ${key}`
      const before = key === undefined ? undefined : kills.get(intent)
      if (before) return before
      const child = children.get(session)
      if (child?.pid === undefined) return null
      const { pid } = child
      const killing = signal(child, "SIGKILL").then(() => ({ pid }))
      if (key !== undefined) kills.set(intent, killing)
      return killing
    },
    async stop({ deadlineMs }) {
      stopped = true
      // On SIGHUP the process detaches and leaves its turn to be resumed.
      const leaving = Promise.all([...children.values()].map((child) => signal(child, "SIGHUP")))
      const timer = setTimeout(() => {
        for (const child of children.values()) child.kill("SIGKILL")
      }, deadlineMs)
      await leaving
      clearTimeout(timer)
    },
  }
}

/** Slows the script down, so that there is time to read and to press the kill button. */
const pace = "16"

// The program's path in a checkout and in the package.
const program = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../bin/holdfast" : "../bin/holdfast", import.meta.url),
)
