import fc from "fast-check"
import type { ConversationEntry } from "../../../src/agent/context/conversation.ts"
import type { Message } from "../../../src/models/contract.ts"
import type { ContextMessage } from "../../../src/session/view/context.ts"

/** Any conversation as a model may get it: steps with calls and their results, inputs and notes in between, ids used again. */
export const conversations: fc.Arbitrary<ConversationEntry[]> = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant("input" as const), text: words() }),
      fc.record({ kind: fc.constant("note" as const), text: words() }),
      fc.record({
        kind: fc.constant("step" as const),
        text: words(),
        calls: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
        results: fc.array(words(), { minLength: 3, maxLength: 3 }),
        noted: fc.boolean(),
      }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => {
    const entries: ConversationEntry[] = []
    const say = (message: Message, seen: Unnumbered) => {
      entries.push({ message, seen: { ...seen, seq: 3 * (entries.length + 1) } as ContextMessage })
    }
    for (const part of parts) {
      if (part.kind !== "step") {
        const input = part.kind === "input" ? { input: `input-${entries.length}` } : {}
        say({ role: "user", text: part.text }, { role: "user", text: part.text, ...input })
        continue
      }
      const calls = part.calls.map((call) => ({ call, name: "read", arguments: { path: call } }))
      say({ role: "assistant", text: part.text, calls }, { role: "assistant", text: part.text, calls })
      for (const [index, call] of part.calls.entries()) {
        const text = part.results[index] ?? ""
        if (part.noted) say({ role: "user", text: "note" }, { role: "user", text: "note" })
        say({ role: "tool", call, name: "read", text, failed: false }, { role: "tool", call, status: "ok", text })
      }
    }
    return entries
  })

type Unnumbered = ContextMessage extends infer M ? (M extends { seq: number } ? Omit<M, "seq"> : never) : never

/** Some short, some longer than what has a short form. */
function words(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("word ", "Never do this. ", "é€𝄞 "), fc.constantFrom(1, 3, 40, 700))
    .map(([word, times]) => word.repeat(times))
}
