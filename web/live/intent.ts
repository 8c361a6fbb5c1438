import { ApiProblem } from "../../src/client/client.ts"
import { newId } from "./new-id.ts"
import { unexplained } from "./outbox-entries.ts"

/** Runs an intent under its name with an idempotency key. */
export type Intents = <T>(name: string, work: (key: string) => Promise<T>) => Promise<T>

/**
 * Makes repeated clicks one intent: a running one is not started again, one without an answer is retried with its
 * key. After an answer, the next click is a new intent.
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

// An unexplained failure may have succeeded: keep the key.
function isAnswer(error: unknown): boolean {
  return error instanceof ApiProblem && error.code !== "unreachable" && error.code !== unexplained
}
