import { type Call, callFor } from "./call.ts"
import type { Talk } from "./talk.ts"
import { type Intention, markOf, type Task } from "./task.ts"

/** What a server sends back. */
export type Reply = {
  text?: string
  reasoning?: string
  calls?: readonly Call[]
  /** Why the answer ends; from the rest of it where nothing else is said. */
  finish?: string
  /** A failure of the server in place of an answer. */
  refused?: { status: number; body: unknown; headers?: Record<string, string> }
  /** The connection breaks after so many characters of the text. */
  breaksAfter?: number
}

/** A moment of a talk, and what a sound model would do in it. */
export type Scene = {
  task: Task
  talk: Talk
  workspace: string
  /** The first step that is not done yet; undefined when all are. */
  next: Intention | undefined
  /** What a sound model would answer. */
  well: Reply
  /** How a sound model would go about another intention. */
  doing(intention: Intention): Reply
  isDone(intention: Intention): boolean
}

/** How a model gets across what it means. */
export type Habit = (scene: Scene) => Reply

export function sceneOf(task: Task, talk: Talk, workspace: string): Scene {
  const isDone = (intention: Intention) => isDoneIn(intention, task, talk)
  const next = task.steps.find((step) => !isDone(step))
  const doing = (intention: Intention): Reply => {
    const call = callFor(intention, talk, workspace)
    return call ? { calls: [call] } : { text: "I have no tool for this." }
  }
  return { task, talk, workspace, next, isDone, doing, well: next ? doing(next) : { text: closingOf(task, talk) } }
}

/** Whether the conversation shows that something was done. */
function isDoneIn(intention: Intention, task: Task, { exchanges }: Talk): boolean {
  const acts = exchanges.flatMap((exchange) => exchange.acts)
  switch (intention.do) {
    case "read": {
      const content = markOf(task.files[intention.path] ?? "")
      return acts.some(({ written, result }) => written.includes(intention.path) && result?.includes(content))
    }
    case "write":
    case "edit": {
      const mark = markOf(intention.do === "write" ? intention.content : intention.new)
      const tries = acts.filter(({ written }) => written.includes(intention.path) && written.includes(mark))
      return tries.some(({ result }) => result !== null && !looksFailed(result))
    }
    case "run":
      return acts.some(({ written, result }) => written.includes(intention.command) && result && !isMisuse(result))
    case "todo":
      return acts.some(({ written }) => intention.items.every(({ text }) => written.includes(text)))
    default:
      return intention satisfies never
  }
}

/** How tools say that they did not do it. */
export function looksFailed(result: string): boolean {
  return (
    isMisuse(result) ||
    /\b(error|failed|fail|rejected|truncated|not executed|not run|not made|left out|unable|could not|cannot|can't|denied|refused|no such|does not exist|not been read|read it first|is not in)\b/i.test(
      result.slice(0, 400),
    )
  )
}

function isMisuse(result: string): boolean {
  return /\b(invalid|unknown|no json|missing|required|malformed|not found|no tool|not a tool|are wrong|must (be|have)|unexpected|not valid|cut off|same call)\b/i.test(
    result.slice(0, 400),
  )
}

// Told that something is missing, it says again what it did; in other words, as models do.
function closingOf(task: Task, { prods }: Talk): string {
  const more = ["", " Everything that was asked for is in place.", " I looked again and there is nothing left to do."]
  return `${task.closing}${more[Math.min(prods, more.length - 1)]}`
}
