import { ApiProblem } from "../../src/client/client.ts"
import type { OutboxEntry } from "./outbox-entries.ts"

/** Routes whose entry becomes an input with the entry's key. */
const inputRoutes: ReadonlySet<string> = new Set(["POST /api/sessions/:id/inputs", "POST /api/sessions/:id/rewind"])

/** Whether the server can withdraw an entry that may have arrived. */
export function isWithdrawable({ route }: OutboxEntry): boolean {
  return inputRoutes.has(route)
}

/** The outcome of a withdrawal, from the server's error; null for other errors. */
export function withdrawalResult(error: unknown): "back" | "taken-up" | null {
  if (!(error instanceof ApiProblem) || error.code !== "illegal" || !("became" in error.details)) return null
  const { became } = error.details
  return became === null || became === "taken back" ? "back" : "taken-up"
}
