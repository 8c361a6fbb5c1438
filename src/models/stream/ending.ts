import { isRecord } from "../../base/is-record.ts"
import { parseJson } from "../../base/parse-json.ts"
import type { Usage } from "../../session/event/common.ts"
import type { FailureKind, Part } from "../contract.ts"
import { failureMessage, type Subject } from "./model-failure.ts"

/** All of an answer that matters for how it ended. */
export type Answer = {
  /** `stop`, `tool-calls`, `length`, `content-filter`, `error`, `interrupted`, or another word. */
  finish: string
  /** The provider's own word. */
  raw?: string | undefined
  text: string
  calls: readonly { call: string; name: string; written: string }[]
  usage?: Usage | undefined
}

/** The last parts of an answer that has finished: its calls and `finished`, or `failed`. Half a call is never passed on. */
export function ending(answer: Answer, subject: Subject, contextWindow: number | null): Part[] {
  const { finish, raw, usage } = answer
  const counted = usage ? { usage } : {}
  const failed = (kind: FailureKind, message: string): Part[] => {
    const explained = failureMessage(kind, { codes: [], message }, subject)
    return [{ type: "failed", failure: { kind, message: explained, ...counted } }]
  }
  if (finish === "content-filter") return failed("refused", `the answer was stopped (${raw ?? finish})`)
  if (finish === "interrupted") return failed("connection", "the stream ended without saying why")
  if (finish === "error") return failed("other", `the answer ended with an error (${raw ?? "not named"})`)

  const cutOff = finish === "length"
  const read = answer.calls.map(({ call, name, written }) => ({ call, name, arguments: argumentsOf(written, cutOff) }))
  const cut = read.filter((call) => cutOff && typeof call.arguments === "string").map((call) => call.name)
  const whole = read.filter((call) => !cutOff || typeof call.arguments !== "string")
  if (answer.text.trim() === "" && whole.length === 0) {
    // Some servers answer a prompt that does not fit with nothing at all.
    const full = contextWindow !== null && (usage?.input ?? 0) >= contextWindow * 0.97
    if (full || raw === "model_context_window_exceeded") {
      return failed("context-overflow", `an empty answer with ${usage?.input ?? "too many"} tokens of input`)
    }
    if (!cutOff) return failed("empty", `it ended with "${raw ?? finish}"`)
    const lost = cut.length > 0 ? `the call of ${cut.join(", ")} was cut off` : "all of it went into reasoning"
    return failed("length", `${lost}; allow more output tokens or ask for less at once`)
  }
  const reason = ["stop", "tool-calls", "length"].includes(finish) ? finish : (raw ?? finish)
  return [
    ...whole.map((call): Part => ({ type: "call", ...call })),
    { type: "finished", finish: reason, ...counted, ...(cut.length > 0 ? { cut } : {}) },
  ]
}

// A tool without parameters is often called with no text at all.
function argumentsOf(written: string, cutOff: boolean): Record<string, unknown> | string {
  if (written.trim() === "") return cutOff ? written : {}
  const value = parseJson(written)
  return isRecord(value) ? value : written
}
