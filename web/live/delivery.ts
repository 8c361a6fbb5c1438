import { ApiProblem } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import { client } from "./api-client.ts"
import { cell } from "./cell.ts"
import { type OutboxEntry, unexplained } from "./outbox-entries.ts"

/** The timeout after which an intent is sent again. */
const answerMs = 60_000

/** The delay before the user is told about a missing answer. */
const lateMs = 3_000

/** How many unexplained failures are retried before the user is asked. */
const unexplainedAtMost = 8

/** The keys of intents without an answer for too long. */
export const lateEntries = cell<ReadonlySet<string>>(new Set())

/** Sends an entry once and returns the answer. */
export async function sendOnce({ route, given, key }: OutboxEntry): Promise<unknown> {
  const timer = setTimeout(() => lateEntries.set(lateEntries.get().union(new Set([key]))), lateMs)
  try {
    return await client.call(route as keyof Api, { ...given, key, signal: AbortSignal.timeout(answerMs) } as never)
  } finally {
    clearTimeout(timer)
    lateEntries.set(lateEntries.get().difference(new Set([key])))
  }
}

/** Withdraws an entry that may have arrived. */
export async function withdrawEntry({ key, session }: OutboxEntry): Promise<void> {
  await client.call("DELETE /api/sessions/:id/inputs/:input", {
    params: { id: session, input: key },
    // Derived from the entry's key, so that a repeated withdrawal is the same intent.
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

/** Whether to retry: it is unknown if it arrived, or the server is busy. The same key makes that safe. */
export function isPassing(error: unknown, failures: number): boolean {
  const isExplained = error instanceof ApiProblem && error.code !== unexplained
  return isExplained ? passing.has(error.code) : failures < unexplainedAtMost
}
