import { once } from "node:events"
import { pipeline } from "node:stream/promises"
import { Worker } from "node:worker_threads"
import { threadEnvironment } from "../../../host/thread.ts"
import type { Adopted } from "../../../store/contract.ts"
import { unpackError } from "../../../store/thread/packed-error.ts"
import type { House } from "../../house.ts"
import { HttpProblem } from "../../http-problem.ts"
import type { ImportReport, ImportWork } from "./import-worker.ts"

/** What imports may take: the memory of each, and how many there are at once. */
export const importRoom = { heapMb: 1_536, atOnce: 2 }

type TakeIn = (file: AsyncIterable<Uint8Array>, options: { copy: boolean }) => Promise<Adopted>

/** Takes in exported sessions, each in a thread of its own: whatever is in a file, only that thread can break of it. */
export function importsOf({ connect, closing }: Pick<House, "connect" | "closing">, room = importRoom): TakeIn {
  let underWay = 0
  return async (file, { copy }) => {
    if (underWay >= room.atOnce) {
      throw new HttpProblem("busy", "Other sessions are being imported. Try again when they are done.", {
        headers: { "retry-after": "5" },
      })
    }
    underWay++
    try {
      return await inThread(file, { port: connect(), copy }, { heapMb: room.heapMb, signal: closing })
    } finally {
      underWay--
    }
  }
}

async function inThread(
  file: AsyncIterable<Uint8Array>,
  work: ImportWork,
  { heapMb, signal }: { heapMb: number; signal: AbortSignal },
): Promise<Adopted> {
  const workerFile = import.meta.url.endsWith(".ts") ? "./import-worker.ts" : "./import-worker.js"
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    name: "holdfast import",
    env: threadEnvironment(),
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    stdin: true,
    workerData: work,
    transferList: [work.port],
  })
  const done = new AbortController()
  try {
    const reported = once(worker, "message", { signal }) as Promise<[ImportReport]>
    const given = pipeline(file, worker.stdin ?? missing(), { signal: done.signal })
    const [report] = await Promise.race([reported, given.then(() => reported)])
    if ("refused" in report) throw unpackError(report.refused)
    return report.adopted
  } catch (error) {
    throw told(error, signal)
  } finally {
    done.abort()
    await worker.terminate()
  }
}

function told(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new HttpProblem("stopping", "The server is stopping. Import the file again in a moment.")
  if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") return error
  const message = "The file takes more memory than an import may have here. Import it with 'holdfast import'."
  return new HttpProblem("too-large", message, { cause: error })
}

function missing(): never {
  throw new TypeError("the thread of an import has no input")
}
