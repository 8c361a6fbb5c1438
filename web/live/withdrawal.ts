import { ApiProblem } from "../../src/client/client.ts"
import type { Letter } from "./letters.ts"

/** Routes whose letter is an input of the session, under the key of the letter. */
const inputRoutes: ReadonlySet<string> = new Set(["POST /api/sessions/:id/inputs", "POST /api/sessions/:id/rewind"])

/** Whether the server can be asked to take a letter back that may have arrived. */
export function isWithdrawable({ route }: Letter): boolean {
  return inputRoutes.has(route)
}

/** What became of a letter that a person wants back, by what the server said to the wish; null: it said something else. */
export function becameOf(error: unknown): "back" | "taken-up" | null {
  if (!(error instanceof ApiProblem) || error.code !== "illegal" || !("became" in error.details)) return null
  const { became } = error.details
  return became === null || became === "taken back" ? "back" : "taken-up"
}
