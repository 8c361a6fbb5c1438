import type { Language } from "./code-languages.ts"
import type { CodeLine } from "./code-tokens.ts"
import type { CodeAsked, CodeTold } from "./code-worker.ts"

/** Longer code stays plain. */
const highlightAtMost = 100_000
const rememberedAtMost = 200
const remembered = new Map<string, readonly CodeLine[]>()
const keyOf = (code: string, language: Language) => `${language} ${code}`

/** The lines of a code that was coloured before. */
export function highlighted(code: string, language: Language): readonly CodeLine[] | undefined {
  return remembered.get(keyOf(code, language))
}

/** Colours code, in a thread of its own: the page stays responsive. Null where it is too long, or cannot be coloured. */
export async function highlight(code: string, language: Language): Promise<readonly CodeLine[] | null> {
  if (code.length > highlightAtMost) return null
  const lines = highlighted(code, language) ?? (await ask(code, language))
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
  started.addEventListener("message", ({ data: { id, lines, problem } }: MessageEvent<CodeTold>) => {
    // Without its colours the code reads as well.
    if (problem) console.warn("holdfast: code stays plain", problem)
    settle(id, lines)
  })
  // It could not be fetched while the server restarts, for example: the next code begins another one.
  started.addEventListener("error", () => {
    worker = undefined
    for (const id of [...waiting.keys()]) settle(id, null)
  })
  return started
}
