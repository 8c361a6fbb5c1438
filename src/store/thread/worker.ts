import { isMainThread, type MessagePort, parentPort, workerData } from "node:worker_threads"
import { enterForeign } from "../sqlite/lease/presence.ts"
import { openSqliteStore } from "../sqlite/store.ts"
import { warnOf } from "../sqlite/warning.ts"
import type { ThreadOptions, ThreadReport, ThreadRequest } from "./open-thread-store.ts"
import { packError } from "./packed-error.ts"
import { servePort } from "./serve-port.ts"

// The thread of a store: it opens it, serves the ports that it is given, and ends when it is asked to close.

if (!isMainThread && parentPort) serve(parentPort, workerData as { options: ThreadOptions; isOpenHere: boolean })

function serve(parent: MessagePort, { options, isOpenHere }: { options: ThreadOptions; isOpenHere: boolean }): void {
  const report = (message: ThreadReport) => parent.postMessage(message)
  if (isOpenHere) enterForeign(options.directory)
  try {
    const store = openSqliteStore(options)
    const ports = new Map<number, MessagePort>()
    parent.on("message", (request: ThreadRequest) => {
      if (request.kind === "connect") {
        const { number, port } = request
        ports.set(number, port)
        port.on("close", () => ports.delete(number))
        return servePort(store, port, warnOf("give back the leases of a thread"))
      }
      if (request.kind === "disconnect") return ports.get(request.number)?.close()
      store.close().then(
        () => {
          for (const port of ports.values()) port.close()
          report({ kind: "closed" })
          parent.close()
        },
        (error: unknown) => report({ kind: "failed", error: packError(error) }),
      )
    })
    report({ kind: "open" })
  } catch (error) {
    report({ kind: "failed", error: packError(error) })
  }
}
