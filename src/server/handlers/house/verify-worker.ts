import { parentPort, workerData } from "node:worker_threads"
import { verifyFile } from "../../../store/sqlite/verify.ts"

// Every byte of a large store takes long: no request waits for this thread.
parentPort?.postMessage(await verifyFile(String(workerData)))
