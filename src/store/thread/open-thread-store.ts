import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import { threadEnvironment } from "../../host/thread-environment.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Store } from "../contract.ts"
import { dataDirectory } from "../sqlite/directory.ts"
import { enterForeign, isOpenHere } from "../sqlite/lease/presence.ts"
import type { SqliteOptions } from "../sqlite/open-core.ts"
import { type PackedError, unpackError } from "./packed-error.ts"
import { portStore } from "./port-store.ts"

/** A store that runs in a thread of its own, so that its disk blocks no other work. */
export type ThreadStore = {
  /** The store, for this thread. Closing it closes the whole, for every other thread too. */
  store: Store
  /** A port for another thread: transfer it there, and give it to `portStore`. */
  connect(): MessagePort
  /** Closes a port from this side: the leases of a thread that hangs, and cannot even be ended, are released. */
  disconnect(port: MessagePort): void
  /** Settles when the thread has ended: with the reason, if it was not asked to. */
  exited: Promise<Error | null>
}

/** What can be sent to a thread of the options of a store. */
export type ThreadOptions = Omit<SqliteOptions, "clock" | "faults" | "directory"> & { directory: string }

export type ThreadRequest =
  | { kind: "connect"; port: MessagePort; number: number }
  | { kind: "disconnect"; number: number }
  | { kind: "close" }
export type ThreadReport = { kind: "open" } | { kind: "closed" } | { kind: "failed"; error: PackedError }

/** Opens the SQLite store in a thread of its own. */
export async function openThreadStore(options: Omit<SqliteOptions, "clock" | "faults"> = {}): Promise<ThreadStore> {
  const directory = options.directory ?? dataDirectory()
  // One after the other: the second one has to know that the first one has the directory open.
  const opened = opening.then(() => open({ ...options, directory }))
  opening = opened.then(
    () => undefined,
    () => undefined,
  )
  return opened
}

let opening: Promise<void> = Promise.resolve()

async function open(options: ThreadOptions): Promise<ThreadStore> {
  const workerFile = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./store-worker.js"
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    name: "holdfast store",
    env: threadEnvironment(),
    // Not those of this process: some are for its own program only.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    workerData: { options, isOpenHere: isOpenHere(options.directory) },
  })
  const presence = enterForeign(options.directory)
  const exited = endOf(worker).finally(presence.close)
  await reportFrom(worker, exited)
  // As with a store of this thread: only what is awaited holds the process open.
  worker.unref()

  let isClosed = false
  let last = 0
  // A port that was transferred is an empty shell here, but still the one that was given out.
  const numbers = new WeakMap<MessagePort, number>()
  const connect = () => {
    if (isClosed) throw new HoldfastError("closed", "The store was closed.")
    const { port1, port2 } = new MessageChannel()
    const number = ++last
    const request: ThreadRequest = { kind: "connect", port: port2, number }
    worker.postMessage(request, [port2])
    numbers.set(port1, number)
    return port1
  }
  const disconnect = (port: MessagePort) => {
    const number = numbers.get(port)
    if (number !== undefined && !isClosed) worker.postMessage({ kind: "disconnect", number } satisfies ThreadRequest)
  }
  const here = portStore(connect())
  const shut = async () => {
    isClosed = true
    await here.close()
    worker.ref()
    worker.postMessage({ kind: "close" } satisfies ThreadRequest)
    await reportFrom(worker, exited)
    await exited
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= shut().catch((error: unknown) => {
      closing = undefined
      throw error
    })
    return closing
  }
  return { store: { ...here, close }, connect, disconnect, exited }
}

/** What the thread says next. Throws what it could not do, or what it died of. */
async function reportFrom(worker: Worker, exited: Promise<Error | null>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<ThreadReport>()
  worker.once("message", resolve)
  const report = await Promise.race([promise, exited.then((reason) => reason ?? ended())])
  worker.off("message", resolve)
  if (report instanceof Error) throw report
  if (report.kind === "failed") throw unpackError(report.error)
}

function endOf(worker: Worker): Promise<Error | null> {
  return new Promise((resolve) => {
    let reason: Error | null = null
    worker.once("error", (error) => {
      reason = error instanceof Error ? error : new Error(String(error))
    })
    worker.once("exit", (code) => resolve(reason ?? (code === 0 ? null : ended())))
  })
}

function ended(): HoldfastError {
  return new HoldfastError("closed", "The thread of the store has ended. Open the store again.")
}
