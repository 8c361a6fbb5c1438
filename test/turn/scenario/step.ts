import type { ScriptStep } from "../../../src/models/script.ts"
import type { Word } from "../scenario.ts"

/** A text that does not repeat itself: a model that does is stopped. */
export function story(length: number): string {
  const words = Array.from({ length: length / 5 }, (_, index) => `word ${index}`)
  return words.join(", ").slice(0, length)
}

export function send(text: string): Word {
  return { say: "send", text }
}

export function calls(...made: [name: string, arguments: Record<string, unknown>][]): ScriptStep {
  return { toolCalls: made.map(([name, given]) => ({ name, arguments: given })), usage: { input: 10, output: 5 } }
}
