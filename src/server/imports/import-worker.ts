import { once } from "node:events"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { refuseRedacted } from "../../agent/sessions/refuse-redacted.ts"
import type { Adopted } from "../../store/contract.ts"
import { type PackedError, packError } from "../../store/thread/packed-error.ts"
import { portStore } from "../../store/thread/port-store.ts"
import { checkLog } from "../../store/transfer/foreign-log.ts"
import { importLimits } from "../../store/transfer/import-lines.ts"
import { readExport } from "../../store/transfer/read-export.ts"

export type ImportWork = { port: MessagePort; copy: boolean }
/** `checked`: the file is a valid export, and the thread waits for permission to hand its log to the store. */
export type ImportCheck = { checked: true } | { refused: PackedError }
export type ImportReport = { adopted: Adopted } | { refused: PackedError }

// A heap limit does not stop a parsing thread in time: input within these limits stays below it.
const limits = { ...importLimits, line: 64 * 1024 * 1024, parts: 4_000_000 }

/** Error messages may quote as much as the whole file. */
const longestMessage = 2_000

// A hostile file may crash its reader: this thread.
async function takeIn(parent: MessagePort, { port, copy }: ImportWork): Promise<ImportReport> {
  try {
    const imported = await readExport(process.stdin, limits)
    refuseRedacted(imported, { copy })
    // The store checks again, but would block everyone else meanwhile.
    checkLog(imported.log)
    // Handing over cannot be undone, so the main thread confirms first that the server is not stopping.
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
