import fc from "fast-check"
import { expect, it } from "vitest"
import type { ContextMessage } from "../../session/view/context.ts"
import { compactPrompt } from "./summary-prompt.ts"

const removed: ContextMessage[] = [
  { role: "user", seq: 1, text: "Mend it.", input: "i" },
  { role: "assistant", seq: 2, text: "I look.", calls: [{ call: "c", name: "read", arguments: { path: "a" } }] },
  { role: "tool", seq: 3, call: "c", status: "ok", text: "text" },
  { role: "user", seq: 4, text: "[Go on.]" },
]
const given = { task: "Mend it.", notes: "", focus: null, removed, characters: 10_000, notesCharacters: 700 }

it("asks for notes from the notes so far, what goes, and what is to be kept above all", () => {
  const { instructions, message } = compactPrompt({ ...given, notes: "- a fact", focus: "the port" })
  expect(instructions).toContain("- At most 100 words.")
  expect(message).toBe(`The task:
Mend it.

Your notes so far:
- a fact

Keep above all what is about: the port

What was said and done since, and is left out now:
Person: Mend it.
You: I look.
You called read {"path":"a"}
Result (ok): text
Note: [Go on.]`)
})

it("keeps to its length, and the newest messages where there is not room for all", () => {
  const many = fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 40 })
  fc.assert(
    fc.property(many, fc.integer({ min: 800, max: 20_000 }), (texts, characters) => {
      const messages = texts.map((text, seq): ContextMessage => ({ role: "tool", seq, call: "c", status: "ok", text }))
      const newest: ContextMessage = { role: "user", seq: 99, text: "The newest.", input: "i" }
      const { message } = compactPrompt({ ...given, removed: [...messages, newest], characters })
      expect(message.length).toBeLessThanOrEqual(characters + 100)
      expect(message.endsWith("Person: The newest.")).toBe(true)
    }),
  )
})
