import { createParser, type EventSourceMessage } from "eventsource-parser"
import type { Frame, Frames } from "../../src/server/contract/stream.ts"
import type { Scene } from "./scene.ts"

export type ReceivedFrame = Frame & { id: string | undefined }

/** Listens to a stream as a plain HTTP client, frame by frame, with a parser that is not ours. */
export type Listener = {
  response: Response
  received: ReceivedFrame[]
  /** The next frame of a kind that fits, from those not yet looked at. Fails when the stream ends before. */
  next<Name extends keyof Frames>(
    name: Name,
    fits?: (data: Frames[Name]) => boolean,
  ): Promise<Extract<ReceivedFrame, { name: Name }>>
  /** Settles when the server ended the answer. */
  ended: Promise<void>
  cursor(): string | undefined
  stop(): void
}

export async function listen(
  scene: Scene,
  query: Record<string, string>,
  options: { cursor?: string | undefined; path?: string } = {},
): Promise<Listener> {
  const abort = new AbortController()
  const response = await fetch(`${scene.server.url}${options.path ?? "/api/stream"}?${new URLSearchParams(query)}`, {
    signal: abort.signal,
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${scene.server.token}`,
      ...(options.cursor === undefined ? {} : { "last-event-id": options.cursor }),
    },
  })
  const received: ReceivedFrame[] = []
  let looked = 0
  let isOver = false
  let wake: () => void = () => undefined
  const onEvent = ({ event, data, id }: EventSourceMessage) => {
    received.push({ name: event, data: JSON.parse(data), id } as ReceivedFrame)
    wake()
  }
  const parser = createParser({ onEvent })
  const read = async () => {
    const decoder = new TextDecoder()
    try {
      for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }))
    } catch (error) {
      if (!abort.signal.aborted && !(error instanceof TypeError)) throw error
    } finally {
      isOver = true
      wake()
    }
  }
  const ended = response.ok ? read() : Promise.resolve()
  return {
    response,
    received,
    ended,
    async next(name, fits = () => true) {
      for (;;) {
        const frame = received[looked++]
        if (frame?.name === name && fits(frame.data as never)) return frame as never
        if (frame) continue
        looked--
        if (isOver) throw new Error(`the stream ended before a ${name}: ${JSON.stringify(received)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    cursor: () => received.findLast(({ id }) => id !== undefined)?.id,
    stop: () => abort.abort(),
  }
}
