import { describe, expect, it } from "vitest"
import { act, attempt, facts, npmTest, ran, wrote } from "../../../test/support/workflow/work-scene.ts"
import { turnFacts } from "../../session/event/turn-facts.ts"
import { limits } from "../../session/limits.ts"
import { recordOf } from "./record.ts"

describe("the facts in a stop record", () => {
  it("say nothing of what is not there", () => {
    expect(recordOf(facts([]))).toEqual({ files: [], fileCount: 0, generated: 0, commands: 0, checks: [] })
  })

  it("hold what was changed, run, checked, and what is open", () => {
    const acts = [
      wrote(10, "src/add.ts", "old"),
      act(11, { tool: "write", path: "x.py", status: "error", output: "EACCES" }),
      act(11, { tool: "edit", path: "src/greet.js", status: "error", output: "the text is not there" }),
      act(12, { tool: "bash", status: "denied", command: "git push" }),
      ran(13, "./generate", { generated: 4, unwatched: "too many files" }),
    ]
    const lint = { ...npmTest, id: "lint", command: "npm run lint", strength: "parses" } as const
    const found = facts(acts, {
      checks: [npmTest, lint],
      attempts: [attempt(14, "failed")],
      touched: ["a.test.ts"],
      open: ["Add a test"],
      running: ["npm run dev"],
      existing: new Set(["src/greet.js"]),
    })
    expect(recordOf(found)).toEqual({
      files: [{ path: "src/add.ts", change: "changed" }],
      fileCount: 1,
      generated: 4,
      unwatched: "too many files",
      commands: 1,
      checks: [
        {
          command: "npm test",
          status: "failed",
          strength: "tests",
          by: "holdfast",
          summary: "1 of 3 failed: adds two numbers",
          seq: 15,
        },
        { command: "npm run lint", status: "planned", strength: "parses", by: "holdfast" },
      ],
      touched: ["a.test.ts"],
      open: ["Add a test"],
      running: ["npm run dev"],
      failedWrites: [{ path: "x.py", error: "EACCES", seq: 11 }],
      failedEdits: [{ path: "src/greet.js", error: "the text is not there", seq: 11 }],
      denied: [{ tool: "bash", what: "git push", seq: 12 }],
    })
  })

  it("name the model where its own run counts", () => {
    const { checks } = recordOf(facts([wrote(10, "src/add.ts", "old"), ran(12, "npm test")]))
    expect(checks).toEqual([{ command: "npm test", status: "passed", strength: "tests", by: "model", seq: 12 }])
  })

  it("fit into their event, however many and long they are", () => {
    const many = <T>(make: (index: number) => T) => Array.from({ length: 400 }, (_, index) => make(index))
    const long = "😀".repeat(limits.note)
    const acts = [
      ...many((index) => wrote(10 + index, `src/${index}.ts`)),
      ...many((index) => act(1000 + index, { tool: "write", path: `x${index}`, status: "error", output: long })),
      ...many((index) => act(2000 + index, { tool: "x".repeat(2_000), status: "denied", command: long })),
      ran(3000, "ls", { unwatched: `a${long}` }),
    ]
    const record = recordOf(
      facts(acts, {
        attempts: [attempt(3001, "failed")],
        touched: many((index) => `${index}.test.ts`),
        open: many(() => long),
        running: many(() => long),
      }),
    )
    expect(turnFacts.safeParse(record).error).toBeUndefined()
    expect(record).toMatchObject({ fileCount: 400, files: { length: limits.factFiles } })
    expect(JSON.stringify(record).isWellFormed()).toBe(true)
    expect(record.unwatched?.isWellFormed()).toBe(true)
  })
})
