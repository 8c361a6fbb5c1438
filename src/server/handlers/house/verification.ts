import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { Report } from "../../../store/contract.ts"
import { HttpProblem } from "../../http-problem.ts"

/** How long every byte of a store may take to be checked for a request. */
const mostMs = 120_000

/** Checks every byte of a store in a thread of its own, which is ended when it takes too long or nobody waits any more. */
export async function verifyInThread(file: string, signal: AbortSignal): Promise<Report> {
  const workerFile = import.meta.url.endsWith(".ts") ? "./verify-worker.ts" : "./verify-worker.js"
  const worker = new Worker(new URL(workerFile, import.meta.url), { name: "holdfast verify", workerData: file })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(mostMs)])
  try {
    const [report] = (await once(worker, "message", { signal: ended })) as [Report]
    return report
  } catch (error) {
    if (!ended.aborted) throw error
    const message = "The store is too large to be checked while a request waits. Run 'holdfast doctor --verify'."
    throw new HttpProblem("busy", message, { cause: error })
  } finally {
    await worker.terminate()
  }
}
