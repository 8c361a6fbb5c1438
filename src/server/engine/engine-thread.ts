import { isMainThread, type MessagePort, parentPort, workerData } from "node:worker_threads"
import type { Agent } from "../../agent/agent.ts"
import { configDirectory, readConfig } from "../../agent/configuration/config.ts"
import { configuredAgent } from "../../agent/configured-agent.ts"
import { packError } from "../../store/thread/packed-error.ts"
import { portStore } from "../../store/thread/port-store.ts"
import type { Tool } from "../../tools/contract.ts"
import type { EngineData, FromEngine, ToEngine } from "./protocol.ts"

/** The thread of an engine: drives the sessions that it is given, and holds nothing that matters. */
export function serveEngine(more: { tools?: readonly Tool[] } = {}): void {
  if (isMainThread || !parentPort) throw new TypeError("an engine runs in a thread of its own")
  const { port, directory, env, limits, roots } = workerData as EngineData
  const store = portStore(port)
  // The server has warned already.
  const config = readConfig(configDirectory(env), () => undefined)
  const owner = { type: "Server" }
  const { agent } = configuredAgent({ store, directory, env, config, limits, roots, owner, ...more })
  answer(parentPort, { agent, close: () => store.close() })
}

type Drive = Extract<ToEngine, { kind: "drive" }>

function answer(parent: MessagePort, { agent, close }: { agent: Agent; close(): Promise<void> }): void {
  const post = (message: FromEngine) => parent.postMessage(message)
  // One word to leave for each drive: what hangs on one that lives as long as the thread would never be let go.
  const drives = new Map<AbortController, Promise<void>>()
  let leaving = false
  const drive = async ({ number, session, lost }: Drive, { signal: leave }: AbortController) => {
    try {
      // To take the lease is in the log: not where there is nothing to do.
      if ((await agent.waitsFor(session)) === null && !leaving)
        await agent.drive(session, { leave, ...(lost ? { lost } : {}) })
      post({ kind: "rested", number })
    } catch (error) {
      post({ kind: "failed", number, error: packError(error) })
    }
  }
  const end = async () => {
    leaving = true
    for (const leave of drives.keys()) leave.abort()
    await Promise.all(drives.values())
    await close()
    post({ kind: "left" })
    parent.close()
  }
  parent.on("message", (message: ToEngine) => {
    switch (message.kind) {
      case "drive": {
        const leave = new AbortController()
        const driving = drive(message, leave).finally(() => drives.delete(leave))
        drives.set(leave, driving)
        return
      }
      case "ping":
        return post({ kind: "pong", number: message.number })
      case "leave":
        return void end()
      default:
        message satisfies never
    }
  })
  // A rejected promise without a handler must not take the other sessions down.
  process.on("unhandledRejection", (error) => post({ kind: "stray", error: packError(error) }))
  post({ kind: "ready" })
}
