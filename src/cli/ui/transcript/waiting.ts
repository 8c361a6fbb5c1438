import { truncateToWidth } from "@earendil-works/pi-tui"
import { oneLine } from "../../../base/plain-words.ts"
import type { DoneItem } from "../../../session/event/done.ts"
import type { SessionState } from "../../../session/state.ts"
import { isSpecial } from "../../../workflow/definition-of-done.ts"
import type { Paint } from "../../text/paint.ts"

type Shape = { paint: Paint; width: number }

/** Messages that were sent and not consumed yet. */
export function waitingLines({ log }: SessionState, { paint, width }: Shape): string[] {
  const { waiting, held } = log.inputs
  // Without a turn the next one is about to start one.
  const shown = log.turn || held ? waiting : []
  const lines = shown.slice(0, mostShown).map(({ kind, text }) => {
    const when = held && !log.turn ? "held" : kind === "steer" ? "next step" : "queued"
    return paint.dim(truncateToWidth(`  ↳ ${when}: ${oneLine(text)}`, width, "…"))
  })
  const more = shown.length > mostShown ? [paint.dim(`    … ${shown.length - mostShown} more`)] : []
  return lines.length === 0
    ? []
    : [...lines, ...more, paint.dim(truncateToWidth("    Alt-Up takes the last one back", width, "…"))]
}

/** What is to be done, while it is worked on. */
export function todoPanel({ log, branch }: SessionState, { paint, width }: Shape): string[] {
  const items = (branch.done?.items ?? []).filter((item) => !isSpecial(item))
  if (!log.turn || items.length === 0) return []
  const active = Math.max(
    0,
    items.findIndex(({ state }) => state !== "completed"),
  )
  const from = Math.max(0, Math.min(active - 1, items.length - mostTodos))
  return items.slice(from, from + mostTodos).map((item) => truncateToWidth(todoLine(item, paint), width, "…"))
}

const mostShown = 4
const mostTodos = 6

const marks = { pending: "[ ]", active: "[>]", completed: "[x]" } as const

function todoLine({ state, text, activeForm }: DoneItem, paint: Paint): string {
  const words = oneLine(state === "active" ? (activeForm ?? text) : text)
  const colour = state === "completed" ? paint.green : state === "active" ? paint.bold : paint.dim
  return colour(`  ${marks[state]} ${words}`)
}
