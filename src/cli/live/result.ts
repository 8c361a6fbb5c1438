import { eventsSinceTurn } from "../../agent/sessions/turn-id.ts"
import type { HoldfastError } from "../../session/error.ts"
import type { Requirement } from "../../session/event/input.ts"
import { conversational } from "../../session/event/model.ts"
import { exitCodeOf, type StopCode } from "../../session/event/turn.ts"
import type { TurnFacts } from "../../session/event/turn-facts.ts"
import { type Event, type EventData, type ForeignEvent, isKnown } from "../../session/event.ts"
import type { SessionState, Totals } from "../../session/state.ts"
import { costOf } from "../../session/view/cost.ts"
import type { KnownFacts } from "../../session/view/fact-points.ts"
import { knownFacts } from "../../session/view/known-facts.ts"
import { why } from "../../session/view/why.ts"
import type { Store } from "../../store/contract.ts"
import { exitCodes } from "../exit-codes.ts"
import type { Target } from "./target.ts"

/** The result of a command that drives a turn. */
export type Result = {
  sessionId: string
  turnId: string | null
  stop: StopCode | null
  summary: string
  text: string
  usage: Omit<Totals, "unpriced" | "tools" | "turns" | "cost"> & { cost: number | null }
  facts: KnownFacts
  /** The required evidence that is missing. */
  unmet: Requirement | null
  durationMs: number | null
  exitCode: number
  asks: ReadonlyArray<{ ask: string; kind: EventData<"ask.opened">["kind"]; question: string }>
  /** An input is held until a person resumes the session. */
  held: boolean
  /** Why the turn failed, or why it cannot continue here and stays open. */
  error: { code: string; message: string } | null
}

/** The `--json` result; see docs/json-stream.md. */
export function resultLine({ summary: _, held: __, facts, ...result }: Result) {
  const { files = [], checks = [], denied = [] } = facts
  return {
    ...result,
    files,
    checks: checks.map(({ command, status, strength, by }: TurnFacts["checks"][number]) => ({
      command,
      status,
      strength,
      by,
    })),
    denied: denied.map(({ tool, what }) => ({ tool, what })),
  }
}

/** The result of a turn that stays open because it cannot continue here. */
export async function failedResultOf(
  store: Store,
  session: string,
  { target, error: { code, message } }: { target: Target; error: HoldfastError },
): Promise<Result> {
  const result = await resultOf(store, session, target)
  return { ...result, exitCode: exitCodes.failed, error: { code, message } }
}

/** Builds the result of a turn from the log. */
export async function resultOf(store: Store, session: string, { turn, stop }: Target): Promise<Result> {
  const state = await store.state(session, stop ? { at: stop.seq } : {})
  const events = turn === null ? [] : await eventsSinceTurn(store, session, turn)
  const own = events.filter(({ seq }) => seq <= (stop?.seq ?? state.seq))
  const asks = stop ? [] : state.log.asks.open.map(({ ask, kind, question }) => ({ ask, kind, question }))
  const explanation = turn === null ? null : why(own, { driven: true, turn })
  const unmet = explanation?.stop?.unmet ?? null
  const exitCode = stop
    ? exitCodeOf({ code: stop.code, unmet: unmet ?? undefined })
    : asks.length > 0
      ? exitCodes.waiting
      : unfinished(state)
  return {
    sessionId: session,
    turnId: turn,
    stop: stop?.code ?? null,
    summary: stop?.summary ?? "",
    text: turn ? textOf(own, turn) : "",
    usage: usageOf(state.log.usage.turn),
    facts: explanation ? knownFacts(explanation, state.log.workspace) : {},
    unmet,
    durationMs: explanation
      ? Date.parse(own.at(-1)?.at ?? explanation.startedAt) - Date.parse(explanation.startedAt)
      : null,
    exitCode,
    asks,
    held: !stop && state.log.inputs.held && state.log.inputs.waiting.length > 0,
    error: stop ? errorOf(stop, { unmet, exitCode }) : null,
  }
}

/** The error of a failed turn; a turn that a person stopped did not fail. */
function errorOf(
  { code, summary }: { code: StopCode; summary: string },
  { unmet, exitCode }: Pick<Result, "unmet" | "exitCode">,
): Result["error"] {
  if (exitCode === exitCodes.ok || exitCode === exitCodes.interrupted) return null
  if (exitCodeOf({ code }) !== exitCodes.ok || unmet === null) return { code, message: summary }
  const what = unmet === "verified" ? "The work was required to be verified" : "A changed file was required"
  return { code: "unmet", message: `${what}, and the turn does not show that: ${summary}` }
}

/**
 * Neither stopped nor waiting for an ask: an earlier turn stopped before ours could start, or the command was
 * interrupted.
 */
function unfinished({ log, branch }: SessionState): number {
  const isHeld = log.inputs.held && log.inputs.waiting.length > 0
  const { stop } = branch
  const code = isHeld && stop ? exitCodeOf({ code: stop.code, unmet: stop.unmet ?? undefined }) : 0
  // A finished turn lets the queue continue; any other stop holds it.
  return code === 0 ? exitCodes.interrupted : code
}

/** The turn's final answer; text written for a plan or a question does not count. */
function textOf(own: readonly (Event | ForeignEvent)[], turn: string): string {
  const said = new Map<number, string>()
  for (const event of own.toReversed()) {
    if (!isKnown(event) || event.turn !== turn) continue
    if (event.type === "model.answered" || event.type === "model.interrupted")
      said.set(event.data.asked, event.data.text)
    const text =
      event.type === "model.asked" && conversational.has(event.data.purpose) ? said.get(event.seq) : undefined
    if (text) return text
  }
  return ""
}

function usageOf({ unpriced, tools: _, turns: __, cost, ...usage }: Totals): Result["usage"] {
  return { ...usage, cost: costOf({ cost, unpriced }) }
}
