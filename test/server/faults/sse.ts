import type { Frames } from "../../../src/server/contract/stream.ts"

/** One frame of a stream, as it came over the wire. */
export type Frame = {
  [Name in keyof Frames]: { event: Name; id: string | undefined; data: Frames[Name] }
}[keyof Frames]

export type Listening = AsyncIterable<Frame> & { response: Response; close(): void }

type Options = { base: string; token: string; query: Record<string, string>; lastEventId?: string }

/** Opens the stream of a tab. */
export async function listen({ base, token, query, lastEventId }: Options): Promise<Listening> {
  const leaving = new AbortController()
  const response = await fetch(`${base}/api/stream?${new URLSearchParams(query)}`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: "text/event-stream",
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
    signal: leaving.signal,
  })
  if (!response.ok) throw new Error(`The stream was refused: ${response.status} ${await response.text()}`)
  return { response, close: () => leaving.abort(), [Symbol.asyncIterator]: () => frames(response, leaving.signal) }
}

/** The frames up to the first that fits, which is the last of them. */
export async function framesUntil(stream: Listening, fits: (frame: Frame) => boolean): Promise<Frame[]> {
  const seen: Frame[] = []
  for await (const frame of stream) {
    seen.push(frame)
    if (fits(frame)) break
  }
  return seen
}

async function* frames(response: Response, left: AbortSignal): AsyncGenerator<Frame> {
  let text = ""
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true })
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const frame = frameOf(text.slice(0, end))
        text = text.slice(end + 2)
        if (frame) yield frame
      }
    }
  } catch (error) {
    if (!left.aborted) throw error
  }
}

function frameOf(block: string): Frame | undefined {
  const field = (name: string) =>
    block
      .split("\n")
      .filter((line) => line.startsWith(`${name}: `) || line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ""))
  const data = field("data")
  if (data.length === 0) return undefined
  return { event: field("event")[0], id: field("id")[0], data: JSON.parse(data.join("\n")) } as Frame
}
