import { createParser } from "eventsource-parser"
import { errorText } from "../base/error-text.ts"
import type { Problem } from "../server/contract/problem.ts"
import type { Frame } from "../server/contract/stream.ts"

/** How a connection ended. `held-back`: it may have been made, but no byte came through in time. */
export type Ended =
  | { by: "end" }
  | { by: "held-back" }
  | { by: "failure"; because: string }
  | { by: "refusal"; status: number; code: string; message: string; session: string | undefined }

type Connecting = {
  url: string
  headers: Record<string, string>
  fetch: typeof fetch
  firstByteMs: number
  silenceMs: number
  /** The first byte came. */
  onOpen(): void
  /** A frame, with its cursor if it has one. */
  onFrame(frame: Frame, id: string | undefined): void
  onEnd(ended: Ended): void
}

export type Connection = {
  abort(): void
  /** How long nothing was received. */
  silentMs(): number
}

/** One connection. It ends once, and tells how, unless it was aborted. */
export function connect(options: Connecting): Connection {
  const abort = new AbortController()
  let isOver = false
  let lastByteAt = Date.now()
  const end = (ended?: Ended) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    abort.abort()
    if (ended) options.onEnd(ended)
  }
  let timer = setTimeout(end, options.firstByteMs, { by: "held-back" })
  const noteActivity = () => {
    lastByteAt = Date.now()
    clearTimeout(timer)
    timer = setTimeout(end, options.silenceMs, { by: "failure", because: "the server sent nothing for a while" })
  }
  const parser = createParser({
    onEvent: ({ event: name, data, id }) => {
      if (!isOver) options.onFrame({ name, data: JSON.parse(data) } as Frame, id)
    },
  })
  const read = async (): Promise<Ended> => {
    const init = { headers: options.headers, signal: abort.signal, cache: "no-store" } as RequestInit
    const response = await options.fetch(options.url, init)
    if (!response.ok || !response.body) return await refusalOf(response)
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (let isFirst = true; ; isFirst = false) {
      const { done, value } = await reader.read()
      if (done || isOver) return { by: "end" }
      noteActivity()
      if (isFirst) options.onOpen()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }
  read().then(end, (error: unknown) => end({ by: "failure", because: errorText(error) }))
  return { abort: () => end(), silentMs: () => Date.now() - lastByteAt }
}

async function refusalOf(response: Response): Promise<Ended> {
  const text = await response.text()
  try {
    const { code, message, details = {} } = (JSON.parse(text) as Problem).error
    const session = typeof details.session === "string" ? details.session : undefined
    return { by: "refusal", status: response.status, code, message, session }
  } catch {
    // A proxy answers in its own words.
    const message = `The answer was ${response.status}.`
    return { by: "refusal", status: response.status, code: "internal", message, session: undefined }
  }
}
