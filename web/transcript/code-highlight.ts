import type { Language } from "./code-languages.ts"
import type { CodeLine } from "./code-tokens.ts"
import type { CodeAsked, CodeReply } from "./code-worker.ts"

/** Longer code is not highlighted. */
const highlightAtMost = 100_000
const rememberedAtMost = 200
const remembered = new Map<string, readonly CodeLine[]>()
const keyOf = (code: string, language: Language) => `${language} ${code}`

/** The cached lines of highlighted code. */
export function cachedLines(code: string, language: Language): readonly CodeLine[] | undefined {
  return remembered.get(keyOf(code, language))
}

/** Highlights code in a worker, to keep the page responsive. Null if it is too long or cannot be highlighted. */
export async function highlight(code: string, language: Language): Promise<readonly CodeLine[] | null> {
  if (code.length > highlightAtMost) return null
  const lines = cachedLines(code, language) ?? (await ask(code, language))
  if (lines) remembered.set(keyOf(code, language), lines)
  for (const old of [...remembered.keys()].slice(0, -rememberedAtMost)) remembered.delete(old)
  return lines
}

const waiting = new Map<number, (lines: readonly CodeLine[] | null) => void>()
let worker: Worker | undefined
let asked = 0

function ask(code: string, language: Language): Promise<readonly CodeLine[] | null> {
  worker ??= start()
  asked += 1
  const id = asked
  worker.postMessage({ id, code, language } satisfies CodeAsked)
  return new Promise((resolve) => waiting.set(id, resolve))
}

function start(): Worker {
  const started = new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module" })
  const settle = (id: number, lines: readonly CodeLine[] | null) => {
    waiting.get(id)?.(lines)
    waiting.delete(id)
  }
  started.addEventListener("message", ({ data: { id, lines, problem } }: MessageEvent<CodeReply>) => {
    // Plain code is good enough.
    if (problem) console.warn("holdfast: code stays plain", problem)
    settle(id, lines)
  })
  // Loading failed, such as during a restart of the server: the next code starts a new worker.
  started.addEventListener("error", () => {
    worker = undefined
    for (const id of [...waiting.keys()]) settle(id, null)
  })
  return started
}
