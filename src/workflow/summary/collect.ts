import { shownPath } from "../../base/path-within.ts"
import type { SessionState } from "../../session/state.ts"
import type { ContextMessage } from "../../session/view/context.ts"
import { openItems } from "../definition-of-done.ts"
import { type Summary, sectionOf } from "./summary.ts"

/** How many of each are kept. */
const most = { files: 40, keyFiles: 6, tools: 5, requests: 3 } as const

/** All that a summary says, from the state and the messages that it is to stand for. */
export function collectSummary(given: {
  state: SessionState
  removed: readonly ContextMessage[]
  /** What the person said in the messages, in their words. */
  said: readonly string[]
  /** The same of all times. */
  carried: readonly string[]
  notes: string
}): Summary {
  const { state, removed, said, carried, notes } = given
  const { branch } = state
  const earlier = branch.compaction?.summary ?? ""
  const asked = [...sectionOf(earlier, "requests"), ...said.map(oneLine)]
  // An earlier summary may have had no room for it.
  const began = branch.compaction?.constraints[0] ?? sectionOf(earlier, "goal")[0] ?? said[0] ?? ""
  const first = sectionOf(earlier, "first")[0] ?? oneLine(began)
  const goal = branch.task ?? said[0] ?? ""
  const touched = branch.done?.touched ?? []
  const changed = new Set(touched.map(({ path }) => path))
  const shown = (path: string) => shownPath(state.log.workspace, path)
  return {
    goal,
    first: first === "" || isSame(first, goal) ? null : first,
    said: carried,
    notes,
    current: lastSaid(removed),
    filesChanged: touched
      .slice(-most.files)
      .map(({ path, hash }) => `${shown(path)} ${hash?.slice(0, 12) ?? "(deleted)"}`),
    failing: failingOf(state),
    open: openOf(state),
    keyFiles: branch.seen
      .map(({ path }) => path)
      .filter((path) => !changed.has(path))
      .slice(-most.keyFiles)
      .map(shown),
    tools: toolsOf(removed),
    requests: [...new Set(asked)].filter((text) => !isSame(text, goal)).slice(-most.requests),
  }
}

function lastSaid(removed: readonly ContextMessage[]): string | null {
  const answer = removed.findLast((message) => message.role === "assistant" && message.text.trim() !== "")
  return answer ? oneLine(answer.text) : null
}

function failingOf({ branch }: SessionState): string[] {
  const checks = branch.done?.attempts.at(-1)?.checks ?? []
  return checks
    .filter(({ status }) => status === "failed" || status === "missing")
    .map(({ command, status, summary }) => `${command}: ${summary ?? status}`)
}

/** What is still to be done, and what must hold at the end. */
function openOf({ branch }: SessionState): string[] {
  const { done } = branch
  if (!done || done.status === "done") return []
  return [
    ...openItems(done.items).map(({ text, state }) => (state === "active" ? `${text} (in progress)` : text)),
    // The task itself is the goal.
    ...done.criteria.filter(({ text }) => !isSame(text, done.task)).map(({ text }) => `At the end: ${text}`),
  ]
}

function toolsOf(removed: readonly ContextMessage[]): string[] {
  const calls = removed.flatMap((message) => (message.role === "assistant" ? message.calls : []))
  return [...Map.groupBy(calls, ({ name }) => name)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, most.tools)
    .map(([name, made]) => `${name} (${made.length})`)
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()

/** A text that was clipped is the beginning of the whole. */
function isSame(clipped: string, whole: string): boolean {
  return oneLine(whole).startsWith(oneLine(clipped).replace(/(?:…|\.\.\.)$/, ""))
}
