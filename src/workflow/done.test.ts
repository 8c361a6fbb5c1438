import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type DoneItem, doneEvents } from "../session/event/done.ts"
import { done } from "./arbitrary/completion-scene.ts"
import {
  awaitProof,
  changedLines,
  continuesDone,
  defineDone,
  droppedItems,
  openItems,
  settleSpecial,
  specialItems,
  syncItems,
  taskSize,
} from "./done.ts"

const item = (id: string, state: DoneItem["state"] = "pending", text = `Do ${id}`): DoneItem => ({ id, text, state })
const work = { ...specialItems.work, state: "pending" } as const

describe("a definition of done (F064)", () => {
  it("is a draft with the task as what must hold and one thing to do", () => {
    expect(defineDone("Create hello.txt")).toEqual({
      task: "Create hello.txt",
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

  const demonstrated: [string, boolean][] = [
    ["Create x.py and make sure it runs.", true],
    ["Fix it and verify.", true],
    ["Add a test", true],
    ["Use the latest release", false],
    ["Print the brunch menu", false],
  ]
  it.each(demonstrated)("%s: wants to be shown: %s", (task, shown) => {
    expect(defineDone(task).criteria?.length).toBe(shown ? 2 : 1)
  })

  it("fits the event, however long the task is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20_000 }), (task) => {
        expect(doneEvents["done.defined"].parse(defineDone(task))).toEqual(defineDone(task))
      }),
    )
  })
})

describe("work on the same task (F065)", () => {
  const rows: [string, Parameters<typeof continuesDone>, boolean][] = [
    ["goes on", [done("Fix the parser", { status: "fixing" }), "Fix the parser"], true],
    ["starts anew after it was done", [done("Fix the parser", { status: "done" }), "Fix the parser"], false],
    ["starts anew after it failed", [done("Fix the parser", { status: "failed" }), "Fix the parser"], false],
    ["is another when the words are", [done("Fix the parser"), "Fix the lexer"], false],
    ["goes on at a word to", [done("Fix the parser"), "Ok, continue please"], true],
    ["goes on at a word to, after it failed", [done("Fix the parser", { status: "failed" }), "try again"], true],
    ["goes on where it is to be checked", [done("Fix the parser"), "Verify it, please"], true],
    ["goes on where its checks are to run", [done("Fix the parser"), "run the checks"], true],
    ["is another where something else is to be checked", [done("Fix the parser"), "Verify the lexer"], false],
    ["does not go on once it was done", [done("Fix the parser", { status: "done" }), "again"], false],
    ["is another with a word more", [done("Fix the parser"), "Continue with the lexer"], false],
    ["starts where there was none", [null, "Fix the parser"], false],
  ]
  it.each(rows)("%s", (_, told, expected) => expect(continuesDone(...told)).toBe(expected))
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

  it("tells which open items are gone", () => {
    expect(droppedItems([work, item("a"), item("b", "completed"), item("c")], [item("c")])).toEqual([item("a")])
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
