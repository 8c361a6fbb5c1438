import type { Call } from "./call.ts"
import type { Habit, Reply, Scene } from "./mind.ts"
import type { Task } from "./task.ts"

/** A weak model: what it is asked to do, and how it goes wrong. */
export type Behaviour = {
  name: string
  task: Task
  habit: Habit
  /** No agent could bring this to a good end: only its honesty counts. */
  hopeless?: true
  /** What the model is called, where its size matters: an agent may know what to expect of it. */
  model?: string
  /** What the server says that its model takes, in tokens; null where it does not say. */
  contextWindow?: number | null
}

/** Writes each of its calls in another way. */
export function callsAs(change: (call: Call, scene: Scene) => Call): Habit {
  return (scene) => ({ ...scene.well, ...withCalls(scene, (calls) => calls.map((call) => change(call, scene))) })
}

/** Writes the arguments of its calls in another way. */
export function argumentsAs(change: (given: Record<string, unknown>, json: string) => string): Habit {
  return callsAs((call) => ({ ...call, arguments: change(JSON.parse(call.arguments), call.arguments) }))
}

/** Writes its calls into its text. */
export function asText(write: (call: Call, given: Record<string, unknown>) => string): Habit {
  return ({ well }) => {
    if (!well.calls) return well
    const { calls, ...rest } = well
    const written = calls.map((call) => write(call, JSON.parse(call.arguments)))
    return { ...rest, text: [rest.text, ...written].filter(Boolean).join("\n") }
  }
}

/** Does something else first, until it has been prodded so many times. */
export function first(reply: Reply | Habit, prods = 1): Habit {
  return (scene) => {
    const acted = scene.talk.exchanges.some(({ acts }) => acts.length > 0)
    if (acted || scene.talk.prods >= prods) return scene.well
    return typeof reply === "function" ? reply(scene) : reply
  }
}

/** Does something else until it was told, after it, something that helps: a result or a word that says so. */
export function untilMentioned(pattern: RegExp, reply: Habit): Habit {
  return (scene) => (scene.talk.exchanges.some(({ input }) => pattern.test(input)) ? scene.well : reply(scene))
}

/** Fails at its first requests, whatever they are. */
export function atRequest(last: number, reply: Reply): Habit {
  return ({ talk, well }) => (talk.request <= last ? reply : well)
}

function withCalls({ well }: Scene, change: (calls: readonly Call[]) => Call[]): Pick<Reply, "calls"> {
  return well.calls ? { calls: change(well.calls) } : {}
}
