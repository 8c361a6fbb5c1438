import { parentPort, workerData } from "node:worker_threads"
import { verifyFile } from "../../../store/sqlite/rescue/verify.ts"

parentPort?.postMessage(await verifyFile(String(workerData)))
