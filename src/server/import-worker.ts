import { once } from "node:events"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { refuseRedacted } from "../agent/import.ts"
import type { Adopted } from "../store/contract.ts"
import { checkLog } from "../store/foreign-log.ts"
import { readExport } from "../store/import.ts"
import { importLimits } from "../store/import-lines.ts"
import { type PackedError, packError } from "../store/thread/packed-error.ts"
import { portStore } from "../store/thread/port-store.ts"

export type ImportWork = { port: MessagePort; copy: boolean }
/** The file is what was exported, and its log waits for the word to be handed over to the store; or it is not. */
export type ImportCheck = { checked: true } | { refused: PackedError }
export type ImportReport = { adopted: Adopted } | { refused: PackedError }

// A thread that parses cannot be ended by its heap limit in time: what fits into these stays below it.
const limits = { ...importLimits, line: 64 * 1024 * 1024, parts: 4_000_000 }

/** What is wrong with a file may be as long as the file. */
const longestMessage = 2_000

// A file may be made to break its reader: that is this thread, which has little to lose.
async function takeIn(parent: MessagePort, { port, copy }: ImportWork): Promise<ImportReport> {
  try {
    const imported = await readExport(process.stdin, limits)
    refuseRedacted(imported, { copy })
    // The store does so too, but everybody waits for it.
    checkLog(imported.log)
    // What the store was given cannot be taken back from it: only whoever knows that the server does not stop may say so.
    parent.postMessage({ checked: true } satisfies ImportCheck)
    await once(parent, "message")
    const store = portStore(port)
    const adopted = await store.adopt(imported.log, { copy })
    await store.close()
    return { adopted }
  } catch (error) {
    const refused = packError(error)
    return { refused: { ...refused, message: refused.message.slice(0, longestMessage), stack: null } }
  }
}

if (parentPort) parentPort.postMessage(await takeIn(parentPort, workerData as ImportWork))
