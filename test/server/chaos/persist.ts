import { ApiProblem } from "../../../src/client/client.ts"
import type { MortalServer } from "./mortal-server.ts"

/** Asks until there is an answer, through drops and deaths. A refusal is an answer. `again` is told of each new try. */
export async function persist<T>(
  server: Pick<MortalServer, "up">,
  ask: () => Promise<T>,
  again: () => void = () => undefined,
): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isRefusal(error)) throw error
      again()
      await server.up()
    }
  }
}

// What is cut off in mid-answer is no JSON, or ends too early.
function isRefusal(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status >= 400 && error.status < 500
  return !(error instanceof TypeError || error instanceof SyntaxError)
}
