import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type DoneItem, doneEvents } from "../session/event/done.ts"
import {
  awaitProof,
  changedLines,
  defineDone,
  openItems,
  settleSpecial,
  specialItems,
  syncItems,
  taskSize,
} from "./definition-of-done.ts"

const item = (id: string, state: DoneItem["state"] = "pending", text = `Do ${id}`): DoneItem => ({ id, text, state })
const work = { ...specialItems.work, state: "pending" } as const

describe("a definition of done (F064)", () => {
  it("is a draft with the task as what must hold and one thing to do", () => {
    expect(defineDone("Create hello.txt")).toEqual({
      status: "draft",
      criteria: [{ id: "criterion-task", text: "Create hello.txt" }],
      items: [work],
      touched: [],
      size: "small",
      confidence: "medium",
      retries: 0,
      retryBudget: 3,
    })
  })

  it("takes nothing from the words of the task", () => {
    expect(defineDone("Create x.py and make sure that it runs.").criteria).toHaveLength(1)
  })

  it("fits the event, however long the task is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20_000 }), (task) => {
        expect(doneEvents["done.changed"].parse(defineDone(task))).toEqual(defineDone(task))
      }),
    )
  })
})

describe("the size of a task (F066)", () => {
  const rows: [number, number, string][] = [
    [1, 10, "small"],
    [3, 99, "small"],
    [4, 99, "standard"],
    [15, 499, "standard"],
    [16, 499, "large"],
    [15, 500, "large"],
    [1, 100, "standard"],
  ]
  it.each(rows)("%i files and %i lines are %s", (files, lines, size) => expect(taskSize(files, lines)).toBe(size))

  const texts: [string | null, string | null, number][] = [
    [null, "a\nb\n", 2],
    ["a\nb\n", null, 2],
    ["a\nb\nc\n", "a\nx\nc\n", 1],
    ["a\nb\n", "a\nb\n", 0],
    ["a\na\n", "a\n", 1],
    ["", "x", 1],
  ]
  it.each(texts)("from %j to %j are %i lines", (before, after, lines) =>
    expect(changedLines(before, after)).toBe(lines),
  )
})

describe("the list that the model writes", () => {
  it("never takes back what was completed, dropped or reopened", () => {
    const before = [work, item("a", "completed"), item("b", "completed"), item("c")]
    expect(syncItems(before, [item("a", "pending"), item("d")])).toEqual([
      work,
      item("b", "completed"),
      item("a", "completed"),
      item("d"),
    ])
  })

  it("knows an item by its words", () => {
    expect(syncItems([item("a", "completed", "Fix `x`")], [item("z", "active", "fix  x")])).toEqual([
      { id: "a", text: "fix  x", state: "completed" },
    ])
  })

  it("does not complete the special items", () => {
    expect(syncItems([work], [{ ...work, state: "completed" }])).toEqual([work])
  })

  it("is stable: written again it is the same, and completed items only grow", () => {
    const state = fc.constantFrom<DoneItem["state"]>("pending", "active", "completed")
    const items = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), state), { selector: ([id]) => id })
    const list = items.map((all) => all.map(([id, at]) => item(id, at)))
    fc.assert(
      fc.property(list, list, (before, now) => {
        const after = syncItems([work, ...before], now)
        expect(syncItems(after, now)).toEqual(after)
        const completed = (all: readonly DoneItem[]) =>
          all.filter((each) => each.state === "completed").map(({ id }) => id)
        expect(completed(after)).toEqual(expect.arrayContaining(completed(before)))
        expect(after).toContainEqual(work)
      }),
    )
  })
})

describe("passing checks (F075)", () => {
  const items = awaitProof([work, item("a"), item("b", "active")])

  it("settle the special items, and no other", () => {
    expect(settleSpecial(items, "proven").map(({ id, state }) => [id, state])).toEqual([
      ["item-work", "completed"],
      ["a", "pending"],
      ["b", "active"],
      ["item-proof", "completed"],
    ])
    expect(openItems(settleSpecial(items, "proven")).map(({ id }) => id)).toEqual(["a", "b"])
  })

  it("are waited for anew after each change", () => {
    const proven = settleSpecial(items, "proven")
    expect(awaitProof(proven).find(({ id }) => id === "item-proof")?.state).toBe("pending")
  })
})
