import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type ErrorCode, HoldfastError } from "../../src/session/error.ts"
import type { SqliteOptions } from "../../src/store/sqlite/open-core.ts"
import type { Actions, Answer, Request } from "./actor.ts"

/** A real process that has the store open and does what it is asked to. */
export type Actor = {
  pid: number
  call<C extends keyof Actions>(call: C, ...given: Parameters<Actions[C]>): ReturnType<Actions[C]>
  /** The next thing that it tells without being asked. */
  next(): Promise<unknown>
  signal(signal: NodeJS.Signals): void
  kill(): Promise<void>
}

export async function startActor(options: SqliteOptions): Promise<Actor> {
  const child = fork(join(import.meta.dirname, "actor.ts"), [JSON.stringify(options)], { serialization: "advanced" })
  const exited = once(child, "exit")
  const open = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>()
  const items: unknown[] = []
  let wake: (() => void) | undefined
  let calls = 0

  child.on("message", (answer: Answer) => {
    if ("item" in answer) {
      items.push(answer.item)
      wake?.()
      return
    }
    const asked = open.get(answer.id)
    open.delete(answer.id)
    if ("value" in answer) asked?.resolve(answer.value as never)
    else asked?.reject(errorOf(answer.error))
  })

  const actor: Actor = {
    pid: child.pid ?? 0,
    call: ((call: keyof Actions, ...given: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++calls
        open.set(id, { resolve, reject })
        child.send({ id, call, arguments: given } satisfies Request)
      })) as Actor["call"],
    async next() {
      while (items.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return items.shift()
    },
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill("SIGKILL")
      await exited
    },
  }
  const ended = exited.then(() => {
    throw new Error(`The process ${child.pid} ended before it had the store open.`)
  })
  await Promise.race([actor.next(), ended])
  return actor
}

function errorOf({ code, message, details }: Extract<Answer, { error: unknown }>["error"]): HoldfastError {
  return new HoldfastError(code as ErrorCode, message, { details: details as Record<string, unknown> })
}
