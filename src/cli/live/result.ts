import { counted, oneLine } from "../../agent/text/plain.ts"
import { shortId } from "../../agent/text/short-id.ts"
import type { HoldfastError } from "../../session/error.ts"
import type { Usage } from "../../session/event/common.ts"
import { conversational } from "../../session/event/model.ts"
import { type StopCode, stopCodes } from "../../session/event/turn.ts"
import { isKnown } from "../../session/event.ts"
import type { SessionState, Totals } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import { exitCodes } from "../failure.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import type { Target } from "./target.ts"

/** What came of a command that drives a turn. */
export type Result = {
  sessionId: string
  turnId: string | null
  stop: StopCode | null
  summary: string
  /** What the turn said last. */
  text: string
  usage: Required<Usage> & { calls: number }
  exitCode: number
  asks: ReadonlyArray<{ ask: string; kind: "approval" | "question"; question: string }>
  /** An input waits until a person lets the session go on. */
  held: boolean
  /** Why the turn could not go on: it stays open. */
  error?: { code: string; message: string }
}

/** What came of a turn that is open, because it cannot go on as things are here. */
export async function failedResultOf(
  store: Store,
  session: string,
  { target, error: { code, message } }: { target: Target; error: HoldfastError },
): Promise<Result> {
  const result = await resultOf(store, session, target)
  return { ...result, exitCode: exitCodes.failed, error: { code, message } }
}

/** Puts together what came of a turn, from the log. */
export async function resultOf(store: Store, session: string, target: Target): Promise<Result> {
  const { turn, stop } = target
  const state = await store.state(session, stop ? { at: stop.seq } : {})
  const asks = stop ? [] : state.log.asks.open.map(({ ask, kind, question }) => ({ ask, kind, question }))
  return {
    sessionId: session,
    turnId: turn,
    stop: stop?.code ?? null,
    summary: stop?.summary ?? "",
    text: turn ? await textOf(store, session, { turn, before: (stop?.seq ?? state.seq) + 1 }) : "",
    usage: usageOf(state.log.usage.turn),
    exitCode: stop ? stopCodes[stop.code] : asks.length > 0 ? exitCodes.waiting : unfinished(state),
    asks,
    held: !stop && state.log.inputs.held && state.log.inputs.waiting.length > 0,
  }
}

/** No stop and no ask: another turn stopped before ours could begin, or the command was told to end. */
function unfinished({ log, branch }: SessionState): number {
  const isHeld = log.inputs.held && log.inputs.waiting.length > 0
  const code = isHeld && branch.stop ? stopCodes[branch.stop.code] : 0
  // After a turn that ended well, only a stop holds what waits.
  return code === 0 ? exitCodes.interrupted : code
}

/** What the turn said last; what the model wrote for a plan or a question is no answer. */
async function textOf(store: Store, session: string, of: { turn: string; before: number }): Promise<string> {
  const said = new Map<number, string>()
  for await (const event of store.read(session, { reverse: true, before: of.before })) {
    if (!isKnown(event) || event.turn !== of.turn) continue
    if (event.type === "model.answered" || event.type === "model.interrupted")
      said.set(event.data.asked, event.data.text)
    const text =
      event.type === "model.asked" && conversational.has(event.data.purpose) ? said.get(event.seq) : undefined
    if (text) return text
    if (event.type === "turn.started") return ""
  }
  return ""
}

function usageOf({ input, output, cacheRead, cacheWrite, reasoning, cost, calls }: Totals): Result["usage"] {
  return { input, output, cacheRead, cacheWrite, reasoning, cost, calls }
}

/** How it ended and how to go on, for a person. */
export function endLines(result: Result, { paint, width }: Terminal): string[] {
  const id = shortId(result.sessionId)
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const { stop, asks, exitCode, error } = result
  const used = usageWords(result.usage)
  if (stop === "completed-verified") {
    return [
      "",
      ...fitting(`✓ ${oneLine(result.summary)}`).map(paint.green),
      paint.dim([stop, used, `session ${id}`].filter(Boolean).join(" · ")),
    ]
  }
  if (stop && exitCode === 0) return ["", paint.dim([stop, used, `session ${id}`].filter(Boolean).join(" · "))]
  if (stop) {
    return [
      "",
      ...fitting(`■ ${stop}: ${oneLine(result.summary)}`).map(
        stop === "completed-unverified" ? paint.yellow : paint.red,
      ),
      paint.dim([used, `why: holdfast why ${id}`, `go on with: holdfast resume ${id}`].filter(Boolean).join(" · ")),
    ]
  }
  if (error) {
    const next = `The turn is still open. Once that is mended, go on with: holdfast resume ${id}`
    return ["", ...fitting(`■ ${error.message}`).map(paint.red), ...fitting(next).map(paint.dim)]
  }
  if (asks.length > 0) {
    const waiting = asks.map(({ question }) => oneLine(question)).join(" ")
    return [
      "",
      ...fitting(`■ It waits for your answer: ${waiting}`).map(paint.yellow),
      ...fitting(`Answer with: holdfast answer ${id} ${answerOptions(asks)} --resume`).map(paint.dim),
    ]
  }
  if (result.held) {
    const why = "The turn before it stopped, so that what you said waits"
    return ["", ...fitting(`■ ${why}. Go on with: holdfast resume ${id}`).map(paint.yellow)]
  }
  if (result.turnId === null) return ["", paint.yellow("■ It was taken back before it began.")]
  return ["", ...fitting(`■ The turn is still open. Go on with: holdfast resume ${id}`).map(paint.yellow)]
}

function answerOptions([first]: Result["asks"]): string {
  return first?.kind === "question" ? '--text "…"' : "--yes (or --session, --always, --no)"
}

function usageWords({ input, output, cost = 0, calls }: Result["usage"]): string {
  if (input + output === 0) return calls > 1 ? counted(calls, "step") : ""
  const price = cost > 0 ? `, $${cost.toFixed(cost < 0.01 ? 4 : 2)}` : ""
  return `${counted(calls, "step")}, ${counted(input, "token")} in, ${output.toLocaleString("en-US")} out${price}`
}
