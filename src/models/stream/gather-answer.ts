import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"
import type { Part } from "../contract.ts"
import { wholeCharacters } from "../whole-characters.ts"
import type { Answer } from "./ending.ts"
import { usageOf } from "./usage.ts"

/** Takes the parts of a provider's stream one by one: what to show now, and at the end the answer or what went wrong. */
export function gatherAnswer() {
  const reasoning = wholeCharacters()
  const text = wholeCharacters()
  const names = new Map<string, string>()
  const calls: { call: string; name: string; written: string }[] = []
  let whole = ""
  let finish: Pick<Answer, "finish" | "raw" | "usage"> = { finish: "interrupted" }

  function take(part: LanguageModelV4StreamPart): Part[] {
    switch (part.type) {
      case "reasoning-delta":
        return shown("reasoning", reasoning(part.delta))
      case "text-delta": {
        const ready = text(part.delta)
        whole += ready
        return shown("text", ready)
      }
      case "tool-input-start":
        names.set(part.id, part.toolName)
        return []
      case "tool-input-delta":
        return [{ type: "call-text", call: part.id, name: names.get(part.id) ?? "", text: part.delta }]
      case "tool-call":
        calls.push({ call: part.toolCallId, name: part.toolName, written: part.input })
        return []
      case "finish":
        finish = { finish: part.finishReason.unified, raw: part.finishReason.raw, usage: usageOf(part.usage) }
        return []
      default:
        return []
    }
  }

  return { take, answer: (): Answer => ({ ...finish, text: whole, calls }) }
}

function shown(type: "reasoning" | "text", text: string): Part[] {
  return text === "" ? [] : [{ type, text }]
}
