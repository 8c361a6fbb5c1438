import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import type { PlainWords } from "./plain-words.ts"

type Asked = LanguageModelV4CallOptions & { abortSignal: AbortSignal }

/**
 * All that a provider's package makes of an answer, and the words that went past it in their places. A cancelled call
 * ends at once, whatever the package is waiting for.
 */
export async function* partsOf(
  language: LanguageModelV4,
  call: Asked,
  words: PlainWords | undefined,
): AsyncGenerator<LanguageModelV4StreamPart, void> {
  const { abortSignal: signal } = call
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  const { stream } = await Promise.race([aborted, language.doStream(call)])
  const reader = stream.getReader()
  const cancel = () => {
    words?.end()
    // The stream may have failed already; that is told where it was read.
    reader.cancel().catch(() => undefined)
  }
  // Whoever waits for a part is told at once that there are none. (A race against the signal would hold on to every part.)
  signal.addEventListener("abort", cancel, { once: true })
  try {
    while (true) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return words?.allSaid()
      const isWords = value.type === "text-delta" || value.type === "reasoning-delta"
      const run = isWords ? words?.runOf(value.delta) : undefined
      if (!run || !isWords) {
        yield value
        continue
      }
      while (!run.isOver()) {
        const delta = run.said()
        if (delta === "") await run.more()
        else yield { ...value, delta }
        signal.throwIfAborted()
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel)
    cancel()
  }
}
