import { counted, withCommas } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { endLine, endOf } from "../../session/view/turn-end.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import type { Result } from "./result.ts"

/** How the turn ended and how to continue, for people. */
export function endLines(result: Result, { paint, width }: Terminal): string[] {
  const id = shortId(result.sessionId)
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const { stop, asks, error } = result
  const used = usageWords(result.usage)
  if (stop) {
    const end = endOf({ code: stop, summary: result.summary, unmet: result.unmet }, result.facts)
    const head = oneLine(endLine(end))
    const after = (...parts: string[]) => fitting([used, ...parts].filter(Boolean).join(" · ")).map(paint.dim)
    // A plain answer gets one quiet line.
    const isQuiet = end.tone === "good" && end.reason === null && end.points.every(({ tone }) => tone === "context")
    if (isQuiet) return ["", ...fitting([head, used, `session ${id}`].filter(Boolean).join(" · ")).map(paint.dim)]
    if (end.tone === "good") return ["", ...fitting(`✓ ${head}`).map(paint.green), ...after(`session ${id}`)]
    const colour = end.tone === "bad" ? paint.red : paint.yellow
    const next = result.exitCode === 0 ? [`why: holdfast why ${id}`] : moreSteps(id)
    return ["", ...fitting(`■ ${head}`).map(colour), ...after(...next)]
  }
  if (error) {
    const next = `The turn is still open. Fix that, then resume with: holdfast resume ${id}`
    return ["", ...fitting(`■ ${oneLine(error.message)}`).map(paint.red), ...fitting(next).map(paint.dim)]
  }
  if (asks.length > 0) {
    const waiting = asks.map(({ question }) => oneLine(question)).join(" ")
    return [
      "",
      ...fitting(`■ Waiting for your answer: ${waiting}`).map(paint.yellow),
      ...fitting(`Answer with: holdfast answer ${id} ${answerOptions(asks)} --resume`).map(paint.dim),
    ]
  }
  if (result.held) {
    return [
      "",
      ...fitting(`■ Queued: the turn before it stopped. Resume with: holdfast resume ${id}`).map(paint.yellow),
    ]
  }
  if (result.turnId === null) return ["", paint.yellow("■ Withdrawn before it started.")]
  return ["", ...fitting(`■ The turn is still open. Resume with: holdfast resume ${id}`).map(paint.yellow)]
}

const moreSteps = (id: string) => [`why: holdfast why ${id}`, `resume: holdfast resume ${id}`]

const answerWays = {
  question: '--text "…"',
  approval: "--yes (or --session, --always, --no)",
  plan: '--yes (or --no "what to change")',
} as const

function answerOptions([first]: Result["asks"]): string {
  return answerWays[first?.kind ?? "approval"]
}

function usageWords({ input, output, cost, calls }: Result["usage"]): string {
  if (input + output === 0) return calls > 1 ? counted(calls, "step") : ""
  const price = cost ? `, $${cost.toFixed(cost < 0.01 ? 4 : 2)}` : ""
  return `${counted(calls, "step")}, ${counted(input, "token")} in, ${withCommas(output)} out${price}`
}
