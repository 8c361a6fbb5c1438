import { type MessagePort, Worker } from "node:worker_threads"
import { errorText } from "../../base/error-text.ts"
import { threadEnvironment } from "../../host/thread-environment.ts"
import type { Loss } from "../../session/event/session.ts"
import { unpackError } from "../../store/thread/packed-error.ts"
import type { Log } from "../log.ts"
import type { EngineData, FromEngine, ToEngine } from "./protocol.ts"

/** How long an engine may be silent. */
export type Patience = {
  /** Between two pings. */
  pingMs: number
  /** An answer that takes longer is called slow. */
  slowMs: number
  /** An engine that does not answer for so long hangs, and is ended. */
  hangMs: number
  /** The same while it starts. */
  startMs: number
}

export const patience: Patience = { pingMs: 1_000, slowMs: 1_000, hangMs: 15_000, startMs: 60_000 }

export type EngineOptions = {
  /** The file that the thread runs. */
  entry: URL
  data: Omit<EngineData, "port">
  connect(): MessagePort
  /** Closes a port for a thread that may not be able to. */
  disconnect(port: MessagePort): void
  patience: Patience
  log: Log
}

/** The engine ended with what it had under way: it hung, crashed, or was ended. */
export class EngineLost extends Error {
  override readonly name = "EngineLost"
  /** How many sessions it drove: any of them may be why. */
  readonly among: number
  constructor(message: string, among: number) {
    super(message)
    this.among = among
  }
}

export type EngineStatus = { status: "ok" | "slow" | "starting"; driving: number; lagMs: number }

/** A thread that drives sessions. A hang is a crash of it: the log has all that matters, and another one continues. */
export type Engine = {
  /** Settles when the session rests; fails with what went wrong, or with `EngineLost`. */
  drive(session: string, options?: { lost?: Loss | undefined }): Promise<void>
  status(): EngineStatus
  /** Settles when it is gone, however that came. */
  readonly gone: Promise<void>
  /** True once it has answered for the first time. */
  readonly hasStarted: boolean
  /** Leaves what it does in order and ends. */
  leave(): void
  /** Ends it at once; settles when the thread has ended, with its way to the store. */
  end(): Promise<void>
}

export function openEngine({ entry, data, connect, disconnect, patience, log }: EngineOptions): Engine {
  const port = connect()
  const worker = new Worker(entry, {
    name: "holdfast engine",
    env: threadEnvironment(),
    workerData: { ...data, port },
    transferList: [port],
  })
  const drives = new Map<number, PromiseWithResolvers<void>>()
  const gone = Promise.withResolvers<void>()
  const pings = { sent: 0, answered: 0, sentAt: 0, roundMs: 0 }
  let hasStarted = false
  let last = 0
  let why = "it ended"
  const post = (message: ToEngine) => worker.postMessage(message)
  const lagMs = () => {
    const waiting = pings.sent > pings.answered ? (pings.sent - pings.answered - 1) * patience.pingMs : 0
    const since = pings.sent > pings.answered ? performance.now() - pings.sentAt : 0
    return Math.round(Math.max(pings.roundMs, waiting + since))
  }
  let lost = false
  // Not when the thread has ended, which can take long: its sessions continue in another once their leases are free.
  const lose = () => {
    if (lost) return
    lost = true
    clearInterval(ping)
    if (drives.size > 0) log.warn("an engine is gone", { why, driving: drives.size })
    const among = drives.size
    for (const { reject } of drives.values()) reject(lostBy(why, among))
    gone.resolve()
  }
  const end = (reason: string) => {
    why = reason
    const ended = worker.terminate()
    // A thread in a system call ends when that does: what it drove must not wait for it.
    disconnect(port)
    lose()
    return ended
  }

  // By the number of unanswered pings, not by the clock: a machine that slept has asked nothing meanwhile.
  const ping = setInterval(() => {
    const silentMs = (pings.sent - pings.answered) * patience.pingMs
    if (silentMs >= (hasStarted ? patience.hangMs : patience.startMs)) return void end("it stopped answering")
    pings.sent += 1
    pings.sentAt = performance.now()
    post({ kind: "ping", number: pings.sent })
  }, patience.pingMs)
  ping.unref()

  worker.on("message", (message: FromEngine) => {
    switch (message.kind) {
      case "ready":
        hasStarted = true
        return
      case "pong":
        pings.answered = message.number
        if (message.number === pings.sent) pings.roundMs = performance.now() - pings.sentAt
        return
      case "rested":
        return drives.get(message.number)?.resolve()
      case "failed":
        return drives.get(message.number)?.reject(unpackError(message.error))
      case "stray":
        return log.error("something failed in an engine", { error: unpackError(message.error) })
      // All that matters is in the store now; a tool that still hangs holds up nothing.
      case "left":
        return void end("it has left")
      default:
        message satisfies never
    }
  })
  worker.on("error", (error) => {
    why = errorText(error)
    log.error("an engine crashed", { error, driving: drives.size })
  })
  worker.on("exit", lose)
  worker.unref()

  return {
    async drive(session, { lost: how } = {}) {
      if (lost) throw lostBy(why, 0)
      const number = ++last
      const driving = Promise.withResolvers<void>()
      drives.set(number, driving)
      post({ kind: "drive", number, session, ...(how ? { lost: how } : {}) })
      await driving.promise.finally(() => drives.delete(number))
    },
    status: () => {
      const lag = lagMs()
      const status = !hasStarted ? "starting" : lag > patience.slowMs ? "slow" : "ok"
      return { status, driving: drives.size, lagMs: lag }
    },
    gone: gone.promise,
    get hasStarted() {
      return hasStarted
    },
    leave: () => post({ kind: "leave" }),
    end: async () => void (await end("it was ended")),
  }
}

function lostBy(why: string, among: number): EngineLost {
  return new EngineLost(`The engine is gone: ${why}.`, among)
}
