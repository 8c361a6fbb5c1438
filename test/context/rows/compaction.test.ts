import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { compactedMark, isKnown, openStore, ownTools } from "../../../src/index.ts"
import { threshold } from "../../../src/session/context-budget.ts"
import { compress } from "../../../src/workflow/summary/compress.ts"
import { eventsOf, run } from "../../agent/scene.ts"
import { longCall, longScene, longTool, note, smallWindow, texts, turns } from "../long.ts"

const task = "What is there to tell? Never speak of vendor/."
const steps = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => longCall(`item${index}`, characters))
const done = { text: "That is all." }

describe("compaction", () => {
  it("F020 compaction trigger: nothing below the threshold; from it on a summary replaces what is older than the last messages", async () => {
    const below = await longScene([...steps(6, 1_500), done])
    await run(below.played, task)
    expect(await eventsOf(below.played, "context.compacted")).toEqual([])
    expect(turns(below.requests).at(-1)?.messages).toHaveLength(13)

    const above = await longScene([...steps(14, 1_900), done])
    await run(above.played, task)
    const compactions = await eventsOf(above.played, "context.compacted")
    expect(compactions.length).toBeGreaterThan(0)
    expect(compactions[0]?.data).toMatchObject({ reason: "size", writtenBy: "rule" })
    const after = turns(above.requests).find((request) => texts(request)[0]?.startsWith(compactedMark))
    expect(after?.messages).toHaveLength(5)
    expect(turns(above.requests)).toHaveLength(15)
  })

  it("F020 compaction trigger: with no more than the last messages nothing happens, however large they are", async () => {
    const { played, requests } = await longScene([...steps(1, 1_900), done], { contextWindow: 1_000 })
    await run(played, task)
    expect(await eventsOf(played, "context.compacted")).toEqual([])
    expect(turns(requests)).toHaveLength(2)
  })

  it("F021 compaction content: goal, what was said, current work, open items, key files, tools and requests; how to go on, once", async () => {
    const { played, requests } = await longScene(
      [
        done,
        longCall("first", 100),
        { toolCalls: [{ name: "todo", arguments: { items: [{ text: "Tell of item20", state: "active" }] } }] },
        { toolCalls: [{ name: "read", arguments: { path: "README.md" } }] },
        ...steps(14, 1_900),
        done,
      ],
      { tools: [longTool, ...ownTools.filter(({ name }) => name === "todo" || name === "read")] },
    )
    writeFileSync(join(played.workspace, "README.md"), "Read me.\n")
    await run(played, "Always answer in English.")
    await run(played, task)
    const [summary = ""] = turns(requests).flatMap((request) =>
      texts(request).filter((text) => text.startsWith(compactedMark)),
    )
    expect(summary.split("\n").filter((line) => /^(?:\[|## |Cont)/.test(line))).toEqual([
      compactedMark,
      "## Goal",
      "## What the session began with",
      "## What you were told (word for word)",
      "## Notes",
      "## Current work",
      "## Open items",
      "## Key files",
      "## Tools used",
      "## Recent requests",
      "Continuation instructions:",
    ])
    expect(summary).toContain(`## Goal\n${task}\n`)
    expect(summary).toContain("Never speak of vendor/.\n")
    expect(summary).toContain("## What you were told (word for word)\n- Always answer in English.\n")
    expect(summary).toMatch(/## Current work\nNow item\d+\.\n/)
    expect(summary).toContain("- Tell of item20 (in progress)")
    expect(summary).toContain("## Key files\n- README.md\n")
    expect(summary).toMatch(/## Tools used\ntell \(\d+\), todo \(1\), read \(1\)/)
  })

  it("F022 compaction keeps tail: the last messages stay to the byte, and no call is parted from its result", async () => {
    const { played, requests } = await longScene([...steps(14, 1_900), done])
    await run(played, task)
    const all = turns(requests)
    const after = all.findIndex((request) => texts(request)[0]?.startsWith(compactedMark))
    const kept = all[after]?.messages.slice(1) ?? []
    expect(kept.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant", "tool"])
    const before = all[after - 1]?.messages ?? []
    expect(kept.slice(0, 2)).toEqual(before.slice(-2))
    for (const { messages } of all) {
      const called = messages.flatMap((message) =>
        message.role === "assistant" ? message.calls.map(({ call }) => call) : [],
      )
      expect(messages.flatMap((message) => (message.role === "tool" ? [message.call] : []))).toEqual(called)
    }
  })

  it("F023 repeated compaction: what the first summary says is still there after three, though the model forgets it", async () => {
    const { played, requests } = await longScene([
      note("- The port is 4711.\n- Ada owns the shop."),
      note("- Nothing new."),
      note("- Still nothing new."),
      note("- And nothing."),
      ...steps(40, 1_900),
      done,
    ])
    await run(played, task)
    const compactions = await eventsOf(played, "context.compacted")
    expect(compactions.length).toBeGreaterThanOrEqual(3)
    expect(compactions.slice(0, 3).map(({ data }) => data.writtenBy)).toEqual(["model", "model", "model"])
    const [summary = ""] = texts(turns(requests).at(-1))
    for (const fact of ["- The port is 4711.", "- Ada owns the shop.", "Never speak of vendor/.", task]) {
      for (const { data } of compactions) expect(data.summary).toContain(fact)
      expect(summary).toContain(fact)
    }
  })

  it("F024 compaction metadata: count, removed and estimates are kept and the same after a reload", async () => {
    const { played } = await longScene([...steps(40, 1_900), done])
    const { state } = await run(played, task)
    const compactions = await eventsOf(played, "context.compacted")
    const last = compactions.at(-1)?.data
    expect(state.branch.compaction).toMatchObject({
      count: compactions.length,
      removed: last?.removed,
      tokensBefore: last?.tokensBefore,
      tokensAfter: last?.tokensAfter,
    })
    expect(last?.tokensBefore).toBeGreaterThanOrEqual(threshold(smallWindow))
    expect(last?.tokensAfter).toBeLessThan(threshold(smallWindow) * 0.9)
    // 1 input, 40 steps of two messages, less the four that stay and those since.
    expect(last?.removed).toBeGreaterThan(compactions.length * 5)
    await played.store.close()
    const again = openStore({ directory: played.directory })
    expect((await again.state(played.session)).branch.compaction).toEqual(state.branch.compaction)
    await again.close()
  })

  it("F025 compaction event: whoever follows the session is told of it", async () => {
    const { played } = await longScene([...steps(14, 1_900), done])
    const summaries: string[] = []
    const controller = new AbortController()
    const following = (async () => {
      for await (const item of played.store.follow(played.session, { after: 0, signal: controller.signal })) {
        if ("type" in item && isKnown(item) && item.type === "context.compacted") summaries.push(item.data.summary)
      }
    })()
    const { state } = await run(played, task)
    controller.abort()
    await following
    expect(summaries.at(-1)).toBe(state.branch.compaction?.summary)
  })

  it("F026 summary compression: lines that were there are removed and counted, and all is within its limits", async () => {
    const lines = Array.from(
      { length: 90 },
      (_, index) => `- line ${index % 45} ${"x".repeat(index % 45 === 7 ? 300 : 9)}`,
    )
    const { text, duplicates } = compress(lines)
    expect(duplicates).toBe(45)
    expect(text.length).toBeLessThanOrEqual(1_200)
    expect(text.split("\n").length).toBeLessThanOrEqual(24)
    const { played } = await longScene([...steps(60, 1_900), done])
    await run(played, task)
    for (const { data } of await eventsOf(played, "context.compacted")) {
      expect(data.notes?.length).toBeLessThanOrEqual(1_200)
      expect(data.notes?.split("\n").every(({ length }) => length <= 160)).toBe(true)
    }
  })

  it("F027 threshold resolution: never more than the window holds", () => {
    expect([131_072, 262_144, 8_192].map(threshold)).toEqual([98_304, 100_000, 6_144])
    for (const window of [1_024, 2_048, 4_096, 16_000]) expect(threshold(window)).toBeLessThan(window)
  })
})
