import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { askTool } from "./ask.ts"
import { exploreTool } from "./explore.ts"
import { todoTool } from "./todo.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

describe("todo", () => {
  it("knows an item by its text, whatever its state and place", () => {
    const first = todoTool.note({
      items: [{ text: "Read" }, { text: "Write", state: "active", activeForm: "Writing" }],
    })
    const second = todoTool.note({ items: [{ text: "write " }, { text: "Read", state: "completed" }] })
    expect(first.text).toBe("[ ] Read\n[>] Write")
    expect(first.items).toEqual([
      { id: expect.stringMatching(/^todo-/), text: "Read", state: "pending" },
      { id: expect.stringMatching(/^todo-/), text: "Write", state: "active", activeForm: "Writing" },
    ])
    expect(second.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id).reverse())
    expect(second.text).toBe("[ ] write \n[x] Read")
  })

  it("takes the same text once, and can be emptied", () => {
    expect(todoTool.note({ items: [{ text: "a" }, { text: "a", state: "completed" }] }).items).toHaveLength(1)
    expect(todoTool.note({ items: [] })).toEqual({ items: [], text: "The list is empty now." })
  })
})

describe("ask", () => {
  it("numbers the options", () => {
    const options = ["left", { label: "right", description: "longer" }]
    expect(askTool.question(askTool.schema.parse({ question: "Which?", options, details: "d" }))).toEqual({
      question: "Which?",
      details: "d",
      options: [
        { id: "1", label: "left" },
        { id: "2", label: "right: longer" },
      ],
    })
    expect(askTool.question({ question: "Why?" })).toEqual({ question: "Why?", options: [] })
  })
})

describe("explore", () => {
  it("hands the question over where there is somebody to explore", async () => {
    const context = {
      ...shop.context,
      explore: async (question: string) => ({ status: "ok" as const, text: `${question}!` }),
    }
    expect(await exploreTool.run({ question: "where" }, context)).toEqual({ status: "ok", text: "where!" })
    expect((await exploreTool.run({ question: "where" }, shop.context)).text).toContain("use glob, grep and read")
  })
})
