import type { PlainWords } from "./plain-words.ts"
import { pulledBytes } from "./pulled-bytes.ts"

/** How long a silent server is waited for, in milliseconds. */
export type Patience = {
  /** Until the answer begins. */
  firstMs: number
  /** Between two chunks of it. */
  betweenMs: number
}

/** A local model may first have to be loaded and to read the whole prompt on a slow machine. */
export const patience = {
  hosted: { firstMs: 120_000, betweenMs: 60_000 },
  local: { firstMs: 600_000, betweenMs: 60_000 },
} as const satisfies Record<string, Patience>

/** Watches over one call: any byte is a sign of life, and silence beyond the limit aborts it. */
export function watchOver(
  limits: Patience,
  fetch: typeof globalThis.fetch,
  cancelled: AbortSignal,
  words?: PlainWords,
) {
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, cancelled])
  let limit = limits.firstMs
  let heardAt = performance.now()
  let timer = setTimeout(look, limit)
  let silentFor: number | null = null
  let isOver = false

  // To start the timer anew with each chunk would cost more than to note when it came.
  function look() {
    const left = heardAt + limit - performance.now()
    if (left > 0) timer = setTimeout(look, Math.ceil(left))
    else fall()
  }

  function fall() {
    isOver = true
    silentFor = limit
    silence.abort(new DOMException("no sign of life", "TimeoutError"))
  }

  function heard() {
    heardAt = performance.now()
  }

  return {
    signal,
    /** How long the server was silent when it was given up; null while it was not. */
    silentFor: () => silentFor,
    /** The answer has begun. */
    begun() {
      heard()
      if (limit === limits.betweenMs || isOver) return
      limit = limits.betweenMs
      clearTimeout(timer)
      timer = setTimeout(look, limit)
    },
    end() {
      isOver = true
      clearTimeout(timer)
      silence.abort()
    },
    fetch: async (...call: Parameters<typeof globalThis.fetch>): Promise<Response> => {
      const response = await fetch(...call)
      heard()
      if (!response.body) return response
      // Asked for a stream, some servers tell an error as plain JSON with status 200.
      const isPlain = response.ok && /^application\/json\b/.test(response.headers.get("content-type") ?? "")
      const isAnswer = response.ok && !isPlain
      const counted = pulledBytes(response.body, { heard, words: isAnswer ? words : undefined })
      const { headers, statusText } = response
      return new Response(counted, { status: isPlain ? 502 : response.status, statusText, headers })
    },
  }
}
