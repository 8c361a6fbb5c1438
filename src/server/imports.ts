import { once } from "node:events"
import { pipeline } from "node:stream/promises"
import { Worker } from "node:worker_threads"
import { threadEnvironment } from "../host/thread.ts"
import type { Adopted } from "../store/contract.ts"
import { unpackError } from "../store/thread/packed-error.ts"
import type { House } from "./house.ts"
import { HttpProblem } from "./http-problem.ts"
import type { ImportCheck, ImportReport, ImportWork } from "./import-worker.ts"

/** What imports may take: the memory of each, and how many there are at once. */
export const importRoom = { heapMb: 1_536, atOnce: 2 }

/** Takes in exported sessions, each in a thread of its own: whatever is in a file, only that thread can break of it. */
export type Imports = {
  takeIn(file: AsyncIterable<Uint8Array>, options: { copy: boolean }): Promise<Adopted>
  /** Waits for what the store was given, which cannot be taken back; those it says nothing of by the deadline are told. */
  stop(time: { deadlineMs: number }): Promise<void>
}

/** `closing` is aborted when the server begins to stop: what is still being read then is not imported. */
export function openImports(
  { connect, closing, log }: Pick<House, "connect" | "closing" | "log">,
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
    log.debug("an import is handed over to the store")
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
        throw new HttpProblem("busy", "Other sessions are being imported. Try again when they are done.", {
          headers: { "retry-after": "5" },
        })
      }
      underWay++
      try {
        const report = await inThread(file, options)
        if ("refused" in report) throw unpackError(report.refused)
        return report.adopted
      } catch (error) {
        throw told(error)
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
  "The server stopped before the store had said whether the session is imported. Look for it in the list before you import the file again."

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

/** Gives the file to the thread, and waits for what that one thinks of it; no longer than the server accepts anything. */
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

/** What a thread says next. Fails with what it died of, and when nobody waits any more. */
async function next<T>(worker: Worker, signal: AbortSignal): Promise<T> {
  const [said] = (await once(worker, "message", { signal })) as [T]
  return said
}

function told(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") return error
  const message = "The file takes more memory than an import may have here. Import it with 'holdfast import'."
  return new HttpProblem("too-large", message, { cause: error })
}

function missing(): never {
  throw new TypeError("the thread of an import has no input")
}
