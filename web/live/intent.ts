import { ApiProblem } from "../../src/client/client.ts"
import { unexplained } from "./letters.ts"
import { newId } from "./new-id.ts"

/** Does what a person asked for, by its name, and by the key that tells the server that it is the same as before. */
export type Intents = <T>(name: string, work: (key: string) => Promise<T>) => Promise<T>

/**
 * Intents that are done once, however often they are clicked: one that is under way is not begun again, and one without an
 * answer is asked for again by its key. What was answered may be wanted anew.
 */
export function openIntents(): Intents {
  const keys = new Map<string, string>()
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: (key: string) => Promise<T>) => {
    const known = underWay.get(name)
    if (known) return known as Promise<T>
    const key = keys.get(name) ?? newId()
    keys.set(name, key)
    const done = work(key).then(
      (answer) => {
        keys.delete(name)
        underWay.delete(name)
        return answer
      },
      (error: unknown) => {
        if (isAnswer(error)) keys.delete(name)
        underWay.delete(name)
        throw error
      },
    )
    underWay.set(name, done)
    return done
  }
}

// What the server did not explain may have been done all the same.
function isAnswer(error: unknown): boolean {
  return error instanceof ApiProblem && error.code !== "unreachable" && error.code !== unexplained
}
