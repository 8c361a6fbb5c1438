import { once } from "node:events"
import { pipeline } from "node:stream/promises"
import { Worker } from "node:worker_threads"
import { systemCode } from "../../base/system-error.ts"
import { threadEnvironment } from "../../host/thread-environment.ts"
import type { Adopted } from "../../store/contract.ts"
import { unpackError } from "../../store/thread/packed-error.ts"
import { HttpProblem } from "../http/http-problem.ts"
import type { ServerContext } from "../server-context.ts"
import type { ImportCheck, ImportReport, ImportWork } from "./import-worker.ts"

export const importRoom = { heapMb: 1_536, atOnce: 2 }

/** Imports exported sessions, each in a thread of its own, so that a hostile file can break only that thread. */
export type Imports = {
  takeIn(file: AsyncIterable<Uint8Array>, options: { copy: boolean }): Promise<Adopted>
  /**
   * Waits for imports already handed to the store, which cannot be undone; those without an outcome at the deadline
   * fail.
   */
  stop(time: { deadlineMs: number }): Promise<void>
}

/** `closing` is aborted when the server starts to stop: files still being read then are not imported. */
export function openImports(
  { connect, closing, log }: Pick<ServerContext, "connect" | "closing" | "log">,
  room = importRoom,
): Imports {
  const outcomes = new Set<Promise<unknown>>()
  const late = new AbortController()
  let underWay = 0
  const handOver = async (worker: Worker): Promise<ImportReport> => {
    if (closing.aborted) throw new HttpProblem("stopping", notImported)
    const outcome = next<ImportReport>(worker, late.signal)
    outcomes.add(outcome)
    worker.postMessage("hand it over")
    log.debug("handing an import to the store")
    try {
      return await outcome
    } catch (error) {
      throw late.signal.aborted ? new HttpProblem("stopping", notKnown, { cause: error }) : error
    } finally {
      outcomes.delete(outcome)
    }
  }
  const inThread: (...given: Parameters<Imports["takeIn"]>) => Promise<ImportReport> = async (file, { copy }) => {
    const worker = threadFor({ port: connect(), copy }, room)
    try {
      const check = await readBy(worker, file, closing)
      return "checked" in check ? await handOver(worker) : check
    } finally {
      await worker.terminate()
    }
  }
  return {
    async takeIn(file, options) {
      if (underWay >= room.atOnce) {
        throw new HttpProblem("busy", "Other imports are running. Try again when they have finished.", {
          headers: { "retry-after": "5" },
        })
      }
      underWay++
      try {
        const report = await inThread(file, options)
        if ("refused" in report) throw unpackError(report.refused)
        return report.adopted
      } catch (error) {
        throw importProblem(error)
      } finally {
        underWay--
      }
    },
    async stop({ deadlineMs }) {
      const timer = setTimeout(() => late.abort(), deadlineMs)
      await Promise.allSettled(outcomes)
      clearTimeout(timer)
    },
  }
}

const notImported = "The server is stopping, and nothing was imported. Import the file again in a moment."

const notKnown =
  "The server stopped before the store confirmed the import. Check whether the session is in the list before you import the file again."

function threadFor(work: ImportWork, { heapMb }: typeof importRoom): Worker {
  const workerFile = import.meta.url.endsWith(".ts") ? "./import-worker.ts" : "./import-worker.js"
  return new Worker(new URL(workerFile, import.meta.url), {
    name: "holdfast import",
    env: threadEnvironment(),
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    stdin: true,
    workerData: work,
    transferList: [work.port],
  })
}

/** Sends the file to the thread and waits for its check, until the server starts to stop. */
async function readBy(worker: Worker, file: AsyncIterable<Uint8Array>, closing: AbortSignal): Promise<ImportCheck> {
  const done = new AbortController()
  try {
    const checked = next<ImportCheck>(worker, closing)
    const given = pipeline(file, worker.stdin ?? missing(), { signal: done.signal })
    return await Promise.race([checked, given.then(() => checked)])
  } catch (error) {
    throw closing.aborted ? new HttpProblem("stopping", notImported, { cause: error }) : error
  } finally {
    done.abort()
  }
}

/** The thread's next message; rejects if the thread dies or the signal aborts. */
async function next<T>(worker: Worker, signal: AbortSignal): Promise<T> {
  const [message] = (await once(worker, "message", { signal })) as [T]
  return message
}

function importProblem(error: unknown): unknown {
  if (systemCode(error) !== "ERR_WORKER_OUT_OF_MEMORY") return error
  const message = "Importing this file takes more memory than the server allows. Use 'holdfast import' instead."
  return new HttpProblem("too-large", message, { cause: error })
}

function missing(): never {
  throw new TypeError("the thread of an import has no input")
}
