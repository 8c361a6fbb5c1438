import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { conversations } from "../../../test/support/agent/conversation-entries.ts"
import type { Message } from "../../models/contract.ts"
import { safeCut } from "./safe-cut.ts"

const user = (text = "say"): Message => ({ role: "user", text })
const step = (...calls: string[]): Message => ({
  role: "assistant",
  text: "",
  calls: calls.map((call) => ({ call, name: "read", arguments: {} })),
})
const result = (call: string): Message => ({ role: "tool", call, name: "read", text: "text", failed: false })

describe("a safe cut", () => {
  it.each<[string, Message[], number]>([
    ["leaves the last four", [user(), step(), user(), step(), user(), step()], 2],
    ["leaves all where there are no more", [user(), step(), user(), step()], 0],
    [
      "goes back to the call of a result",
      [user(), step("a", "b", "c", "d"), result("a"), result("b"), result("c"), result("d")],
      1,
    ],
    ["goes back to the first call that it needs", [user(), step("a"), result("a"), step("b"), result("b"), user()], 1],
    [
      "takes the newest call of an id that was used again",
      [step("a"), result("a"), user(), step("a"), result("a"), user(), user()],
      3,
    ],
    ["does not begin with a result that nobody called for", [user(), user(), result("x"), user(), user(), user()], 1],
  ])("%s", (_, messages, expected) => {
    expect(safeCut(messages, 4)).toBe(expected)
  })

  it("never parts a call from its result and never begins with a result, in any conversation", () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 1, max: 6 }), (entries, keep) => {
        const messages = entries.map(({ message }) => message)
        const cut = safeCut(messages, keep)
        const kept = messages.slice(cut)
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(keep, messages.length))
        expect(kept[0]?.role).not.toBe("tool")
        const open = new Map<string, number>()
        for (const [index, message] of messages.entries()) {
          if (message.role === "assistant") for (const { call } of message.calls) open.set(call, index)
          if (message.role === "tool") expect((open.get(message.call) ?? -1) >= cut).toBe(index >= cut)
        }
      }),
    )
  })
})
