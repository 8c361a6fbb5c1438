import type { Reply, Scene } from "../mind.ts"

// What models do in the task of the two modules that are easily mixed up.

const failure = /SyntaxError|not ok|\bfail [1-9]|Unexpected|✖|CHECK FAILED/i

export const hasFailed = ({ talk }: Scene) => talk.exchanges.some(({ input }) => failure.test(input))

/** Writes both files in one answer, each with what belongs into the other. */
export function swapped({ task, doing }: Scene): Reply {
  const writes = task.steps.filter((step) => step.do === "write")
  const mixed = writes.map((step, index) => ({ ...step, path: writes[1 - index]?.path ?? step.path }))
  return { calls: mixed.flatMap((step) => doing(step).calls ?? []) }
}

/** After a failure, writes both files again, one after the other, then looks whether it helped. */
export function rewriting({ talk, task, doing }: Scene, pattern = failure): Reply {
  const since = talk.exchanges.slice(talk.exchanges.findIndex((exchange) => pattern.test(exchange.input)) + 1)
  const acts = since.flatMap((exchange) => exchange.acts)
  const isDone = (path: string, content: string) =>
    acts.some(({ written }) => written.includes(path) && written.includes(content.trim()))
  const open = task.steps.find((step) => step.do === "write" && !isDone(step.path, step.content))
  if (open) return doing(open)
  const checked = acts.some(({ written }) => written.includes("node --test"))
  return checked ? { text: task.closing } : doing({ do: "run", command: "node --test" })
}
