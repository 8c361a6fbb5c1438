import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { conversations } from "../../../test/support/agent/conversation-entries.ts"
import type { Message } from "../../models/contract.ts"
import { threshold } from "../../session/context-budget.ts"
import type { ContextMessage } from "../../session/view/context.ts"
import type { ConversationEntry } from "./conversation.ts"
import { estimateMessages } from "./estimate.ts"
import { fitContext } from "./fit.ts"
import { planCompaction } from "./plan-compaction.ts"

const of = (tokens: number) => "word".repeat(tokens)

/** A conversation of so many tokens each: person, then steps of a call and a result. */
function conversation(...tokens: number[]): ConversationEntry[] {
  return tokens.map((size, index) => {
    const seq = 10 * (index + 1)
    const call = `c${Math.floor((index + 1) / 2)}`
    if (index === 0) {
      return { message: { role: "user", text: of(size) }, seen: { role: "user", seq, text: of(size), input: "i" } }
    }
    const calls = [{ call, name: "read", arguments: {} }]
    const [message, seen]: [Message, ContextMessage] =
      index % 2 === 1
        ? [
            { role: "assistant", text: of(size), calls },
            { role: "assistant", seq, text: of(size), calls },
          ]
        : [
            { role: "tool", call, name: "read", text: of(size), failed: false },
            { role: "tool", seq, call, status: "ok", text: of(size) },
          ]
    return { message, seen }
  })
}

function sized(
  entries: ConversationEntry[],
  given: { window?: number; fixed?: number; calibration?: number; trimmed?: number } = {},
) {
  const { window = 8_192, fixed = 1_000, calibration = 1, trimmed = 0 } = given
  const size = {
    fixed,
    entries,
    limit: threshold(window),
    calibration,
    task: "",
    said: [],
    window,
    trimmed,
  }
  const { do: what, trim, tokens } = fitContext(size)
  return { what, through: trim?.through ?? null, tokens, after: trim?.tokensAfter ?? null }
}

describe("a request", () => {
  it("is sent as it is while it is below the threshold", () => {
    expect(sized(conversation(100, 100, 4_000, 100, 100, 100, 100))).toMatchObject({ what: "ask", through: null })
  })

  it("is calibrated by what the server counts", () => {
    const entries = conversation(100, 100, 300, 1_000, 300, 100, 300, 100, 300)
    expect(sized(entries).what).toBe("ask")
    expect(sized(entries, { calibration: 2 }).what).toBe("compact")
  })

  it("tells old, long results in short where that is enough, and leaves the newest alone", () => {
    const entries = conversation(100, 100, 4_000, 100, 300, 100, 800)
    const { what, through, after } = sized(entries)
    expect({ what, through }).toEqual({ what: "ask", through: 30 })
    expect(after).toBeLessThan(0.75 * threshold(8_192))
  })

  it("is compacted where short results are not enough", () => {
    expect(sized(conversation(100, 100, 400, 2_000, 300, 2_000, 300, 100, 300)).what).toBe("compact")
  })

  it("has even the newest results in short where those alone are too much", () => {
    expect(sized(conversation(100, 100, 300, 100, 7_500))).toMatchObject({ what: "ask", through: 50 })
  })

  it("is sent as it is where nothing helps: the provider has the last word", () => {
    expect(sized(conversation(100), { fixed: 7_000 })).toMatchObject({ what: "ask", through: null })
    expect(sized(conversation(100, 100, 400, 50, 300), { fixed: 6_000 })).toMatchObject({ what: "ask", through: null })
  })

  it("is not shortened twice for the same results", () => {
    const entries = conversation(100, 100, 4_000, 100, 300, 100, 800)
    expect(sized(entries, { trimmed: 30 }).through).toBeNull()
  })
})

describe("a compaction, of any conversation", () => {
  const sizes = fc.record({
    fixed: fc.integer({ min: 10, max: 3_000 }),
    limit: fc.integer({ min: 100, max: 8_000 }),
    calibration: fc.double({ min: 0.5, max: 3, noNaN: true }),
  })

  it("is planned only where it helps: a summary of the length that it may have leaves less than there was", () => {
    fc.assert(
      fc.property(conversations, sizes, (entries, { fixed, limit, calibration }) => {
        const plan = planCompaction({ fixed, entries, limit, calibration, task: "", said: [] })
        if (!plan) return
        expect(plan.removed.length).toBeGreaterThan(0)
        const before = calibration * (fixed + estimateMessages(entries.map(({ message }) => message)))
        const after = plan.tokensKept + (calibration * plan.room.characters) / 4
        expect(after).toBeLessThan(before * 0.91)
        expect(entries.some(({ seen }) => seen?.seq === plan.keptFrom)).toBe(true)
        expect(plan.removed.every(({ seq }) => seq < plan.keptFrom)).toBe(true)
      }),
    )
  })

  it("comes to an end: what it leaves is not compacted again for ever", () => {
    fc.assert(
      fc.property(conversations, sizes, (given, { fixed, limit, calibration }) => {
        let entries = given
        for (let rounds = 0; rounds < 60; rounds += 1) {
          const plan = planCompaction({ fixed, entries, limit, calibration, task: "", said: [] })
          if (!plan) return
          const text = "s".repeat(plan.room.characters)
          const summary: ConversationEntry = {
            message: { role: "user", text },
            seen: { role: "user", seq: 1, text: `[COMPACTED CONTEXT]${text}` },
          }
          entries = [summary, ...entries.filter(({ seen }) => (seen?.seq ?? 0) >= plan.keptFrom)]
        }
        expect.unreachable("it goes on and on")
      }),
    )
  })
})
