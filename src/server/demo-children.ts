import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Log } from "./log.ts"

/** The processes that drive demonstrations, each for one session and begun by this server. */
export type DemoChildren = {
  /** The pid of the one of a session, while it lives. */
  pid(session: string): number | null
  /** How many live. */
  count(): number
  /** Begins one for what waits in the session. Once they were told to leave none is begun: it waits for the next server. */
  start(session: string, workspace: string): void
  /** Kills it without warning and waits until it is gone; null where there is none. A repeated key is the same kill. */
  kill(session: string, key: string | undefined): Promise<{ pid: number } | null>
  /** Has all of them leave in order, now, and those that do not at the deadline. */
  stop(time: { deadlineMs: number }): Promise<void>
}

export function openDemoChildren(of: {
  directory: string
  env: NodeJS.ProcessEnv
  log: Log
  /** Told when one has ended, however: nobody drives its session any more. */
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
      // It goes on by itself with what waits, as from a terminal; a server that is killed does not take it along.
      const child = spawn(process.execPath, [program, "resume", session], {
        cwd: workspace,
        env: { HOLDFAST_SCRIPT_DELAY: pace, ...env, HOLDFAST_HOME: directory },
        stdio: "ignore",
      })
      const end = (facts: object) => {
        if (children.get(session) !== child) return
        children.delete(session)
        log.info("the process of a demonstration has ended", { session, pid: child.pid, ...facts })
        onEnd(session)
      }
      child.once("exit", (code, name) => end({ code, signal: name }))
      child.once("error", (error) => end({ error }))
      // A server that ends does not wait for it.
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
      // A hang-up: it leaves its turn where another one finds it.
      const leaving = Promise.all([...children.values()].map((child) => signal(child, "SIGHUP")))
      const timer = setTimeout(() => {
        for (const child of children.values()) child.kill("SIGKILL")
      }, deadlineMs)
      await leaving
      clearTimeout(timer)
    },
  }
}

/** How much slower than the script it speaks: so that there is time to read, and to press a button. */
const pace = "16"

// In a checkout and in the package: beside the sources, and beside the bundle.
const program = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../bin/holdfast" : "../bin/holdfast", import.meta.url),
)
