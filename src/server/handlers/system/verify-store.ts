import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { Report } from "../../../store/contract.ts"
import { HttpProblem } from "../../http/http-problem.ts"

const timeoutMs = 120_000

/** Verifies every byte of a store in a thread, which ends on timeout or when the request is aborted. */
export async function verifyInThread(file: string, signal: AbortSignal): Promise<Report> {
  const workerFile = import.meta.url.endsWith(".ts") ? "./verify-worker.ts" : "./verify-worker.js"
  const worker = new Worker(new URL(workerFile, import.meta.url), { name: "holdfast verify", workerData: file })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const [report] = (await once(worker, "message", { signal: ended })) as [Report]
    return report
  } catch (error) {
    if (!ended.aborted) throw error
    const message = "The store is too large to verify within a request. Run 'holdfast doctor --verify'."
    throw new HttpProblem("busy", message, { cause: error })
  } finally {
    await worker.terminate()
  }
}
