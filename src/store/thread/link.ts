import type { MessagePort, Transferable } from "node:worker_threads"
import { throttled } from "../../base/throttle.ts"
import { HoldfastError } from "../../session/error.ts"
import { unpackError } from "./packed-error.ts"
import { type Answer, type Checkpoint, type Item, type Request, unpackItem } from "./port-message.ts"

/** Takes what comes of a stream; an error where the port is gone. */
type Listener = (item: Item | HoldfastError | "closed") => void

/** Pieces of streamed output go over at once, those that follow closely in one message: a thread has many sessions. */
const piecesEveryMs = 5

/** This side of a port to a store. The port holds the process open only while an answer is awaited. */
export type Link = {
  post(request: Request, transfer?: Transferable[]): void
  /** Sends streamed output, soon and before anything else that is sent later. */
  checkpoint(piece: Checkpoint): void
  /** Sends a request that is answered once. */
  ask(request: (call: number) => Request, transfer?: Transferable[]): Promise<unknown>
  /** A number that nothing else on this port has. */
  number(): number
  /** The number of a stream, and its listener. */
  listen(listener: Listener): number
  leave(stream: number): void
  /** Keeps the process alive from here until it is released as often: something is awaited. */
  hold(): void
  release(): void
  /** Tells every stream that the store was closed on this side. */
  close(): void
  /** Whether the other side is gone. */
  readonly isOver: boolean
}

export function linkTo(port: MessagePort): Link {
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<number, Listener>()
  let numbers = 0
  let awaited = 0
  let isOver = false

  port.on("message", (answer: Answer) => {
    switch (answer.kind) {
      case "done":
        calls.get(answer.call)?.resolve(answer.value)
        return void calls.delete(answer.call)
      case "failed":
        calls.get(answer.call)?.reject(unpackError(answer.error))
        return void calls.delete(answer.call)
      case "items":
        for (const packed of answer.items) {
          const { stream, item } = unpackItem(packed)
          listeners.get(stream)?.(item)
        }
        return
    }
  })
  port.on("close", () => {
    isOver = true
    for (const { reject } of calls.values()) reject(over())
    calls.clear()
    for (const listener of [...listeners.values()]) listener(over())
  })
  port.unref()

  const hold = () => {
    if (awaited++ === 0) port.ref()
  }
  const release = () => {
    if (--awaited === 0) port.unref()
  }
  let pieces: Checkpoint[] = []
  const sendPieces = () => {
    const request: Request = { kind: "checkpoints", pieces }
    pieces = []
    // Of a store that is gone the next append tells.
    if (request.pieces.length > 0 && !isOver) port.postMessage(request)
  }
  const sending = throttled(sendPieces, piecesEveryMs)
  const post = (request: Request, transfer: Transferable[] = []) => {
    if (isOver) throw over()
    sendPieces()
    try {
      port.postMessage(request, transfer)
    } catch (error) {
      const message = "What was given cannot be sent to the thread of the store: give values that JSON can say."
      throw new HoldfastError("invalid", message, { cause: error })
    }
  }

  return {
    post,
    checkpoint(piece) {
      if (isOver) throw over()
      pieces.push(piece)
      sending.request()
    },
    ask(request, transfer) {
      const call = ++numbers
      const answer = new Promise<unknown>((resolve, reject) => {
        calls.set(call, { resolve, reject })
        try {
          post(request(call), transfer)
        } catch (error) {
          calls.delete(call)
          throw error
        }
      })
      hold()
      return answer.finally(release)
    },
    number: () => ++numbers,
    listen(listener) {
      const stream = ++numbers
      listeners.set(stream, listener)
      return stream
    },
    leave: (stream) => void listeners.delete(stream),
    hold,
    release,
    close() {
      for (const listener of [...listeners.values()]) listener("closed")
    },
    get isOver() {
      return isOver
    },
  }
}

/** The refusal of a store that was closed. */
export function closed(): HoldfastError {
  return new HoldfastError("closed", "The store was closed.")
}

function over(): HoldfastError {
  return new HoldfastError("closed", "The thread of the store has ended, or closed the port. Open the store again.")
}
