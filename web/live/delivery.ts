import { ApiProblem } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import { cell } from "./cell.ts"
import { client } from "./client.ts"
import { type Letter, unexplained } from "./letters.ts"

/** How long an answer is waited for before the same is sent again. */
const answerMs = 60_000

/** How long an answer may take before that is told to a person. */
const lateMs = 3_000

/** How often the server may fail in a way that it does not explain before a person is asked. */
const unexplainedAtMost = 8

/** The keys of what is on its way for too long. */
export const lateLetters = cell<ReadonlySet<string>>(new Set())

/** Sends a letter once, and gives the answer. */
export async function sendOnce({ route, given, key }: Letter): Promise<unknown> {
  const timer = setTimeout(() => lateLetters.set(lateLetters.get().union(new Set([key]))), lateMs)
  try {
    return await client.call(route as keyof Api, { ...given, key, signal: AbortSignal.timeout(answerMs) } as never)
  } finally {
    clearTimeout(timer)
    lateLetters.set(lateLetters.get().difference(new Set([key])))
  }
}

/** Asks for a letter back that may have arrived. */
export async function askBack({ key, session }: Letter): Promise<void> {
  await client.call("DELETE /api/sessions/:id/inputs/:input", {
    params: { id: session, input: key },
    // It follows from the key of the letter: asked twice, it is the same wish.
    key: `back-${key}`,
    signal: AbortSignal.timeout(answerMs),
  })
}

const passing: ReadonlySet<string> = new Set([
  "unreachable",
  "unauthorized",
  "too-many-requests",
  "stopping",
  "busy",
  "closed",
  "storage-busy",
])

/** Whether the same may be tried again: nobody knows if it arrived, or the server is busy. The same key again is safe. */
export function isPassing(error: unknown, failures: number): boolean {
  const isExplained = error instanceof ApiProblem && error.code !== unexplained
  return isExplained ? passing.has(error.code) : failures < unexplainedAtMost
}
