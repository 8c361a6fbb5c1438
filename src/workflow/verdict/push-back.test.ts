import { describe, expect, it } from "vitest"
import { attempt, facts, ran, wrote } from "../../../test/support/workflow/work-scene.ts"
import type { PushedBack } from "../../session/view/push-backs.ts"
import type { Facts } from "./facts.ts"
import { oneLine, pushBackDue, type WeakAnswer } from "./push-back.ts"

const changed = wrote(10, "src/add.ts", "old")
const passing = facts([changed], { attempts: [attempt(14, "passed")] })
const failing = facts([changed], { attempts: [attempt(14, "failed")] })
const open = facts([changed], { attempts: [attempt(14, "passed")], open: ["Add a test"] })
const idle = facts([])
const quiet: WeakAnswer = { missing: [], readsLikeWork: false }
const claim: WeakAnswer = { missing: [], readsLikeWork: true }

const due = (of: Facts, sent: Record<string, PushedBack> = {}, weak: WeakAnswer | null = null, fixes?: number) =>
  pushBackDue(of, new Map(Object.entries(sent)), { weak, ...(fixes === undefined ? {} : { fixes }) })

describe("a strong model", () => {
  it("is not sent back for work without a fact against it", () => {
    expect(due(passing)).toBeNull()
    expect(due(idle)).toBeNull()
    expect(due(facts([changed], { checks: [] }))).toBeNull()
    expect(due(facts([changed], { attempts: [attempt(14, "skipped")] }))).toBeNull()
  })

  it("is sent what a failed check says", () => {
    expect(due(failing)).toEqual({
      code: "verification_failed_reentry",
      summary: "`npm test` failed (1 of 3 failed)",
      message:
        "[DEFINITION OF DONE CHECK FAILED]\nFAIL `npm test`: 1 of 3 failed: adds two numbers\nIf your work causes this, fix it; the checks run again when you answer. If it does not, say so.",
    })
  })

  it("is sent back for a failed check three times, or as often as the work allows", () => {
    const times = (count: number) => ({ verification_failed_reentry: { times: count, actedSince: true } })
    expect(due(failing, times(2))).not.toBeNull()
    expect(due(failing, times(3))).toBeNull()
    expect(due(failing, times(1), null, 1)).toBeNull()
  })

  it("gives its final answer where it did nothing since", () => {
    expect(due(failing, { verification_failed_reentry: { times: 1, actedSince: false } })).toBeNull()
    expect(due(open, { pending_items_continue: { times: 1, actedSince: false } })).toBeNull()
  })

  it("is not sent back for a failure from before the work that it saw itself", () => {
    const before = ran(5, "npm test", { exitCode: 1, output: "1 failed, 2 passed" })
    const again = ran(12, "npm test", { exitCode: 1, output: "1 failed, 2 passed" })
    const attempts = [attempt(14, "failed")]
    expect(due(facts([before, changed, again], { attempts }))).toBeNull()
    expect(due(facts([before, changed], { attempts }))).not.toBeNull()
    expect(due(facts([changed, again], { attempts }))).not.toBeNull()
  })

  it("is sent the open items of its list, once", () => {
    expect(due(open)).toMatchObject({
      code: "pending_items_continue",
      summary: "1 item of its list is open",
      message: expect.stringContaining("\n- Add a test\n"),
    })
    expect(due(open, { pending_items_continue: { times: 1, actedSince: true } })).toBeNull()
  })

  it("is sent a few of many items, and how many more there are", () => {
    const items = Array.from({ length: 8 }, (_, index) => `Item ${index}`)
    const found = due({ ...open, open: items })
    expect(found?.summary).toBe("8 items of its list are open")
    expect(found?.message.match(/^- Item/gm)).toHaveLength(5)
    expect(found?.message).toContain("\n- and 3 more\n")
  })

  it("is never asked about its words", () => {
    expect(due(idle, {}, null)).toBeNull()
  })
})

describe("a weak model", () => {
  it("is asked once about an announcement or a claim with nothing done", () => {
    expect(due(idle, {}, claim)).toEqual({
      code: "premature_completion_nudge",
      summary: "no file was changed and no command was run",
      message:
        "[COMPLETION CHECK] No file was changed and no command was run. If something is left to do, do it now; otherwise give your final answer.",
    })
    expect(due(idle, { premature_completion_nudge: { times: 1, actedSince: true } }, claim)).toBeNull()
    expect(due(idle, {}, quiet)).toBeNull()
  })

  it("is not told that nothing was done where something was", () => {
    expect(due(passing, {}, claim)).toBeNull()
    expect(due(facts([ran(4, "make clean")]), {}, claim)).toBeNull()
    expect(due(facts([changed, wrote(12, "src/add.ts", "at 10", "old")]), {}, claim)).toBeNull()
  })

  it("is told which files do not exist", () => {
    const missing = (...paths: string[]) => due(passing, {}, { missing: paths, readsLikeWork: true })?.summary
    expect(missing("x.py")).toBe("`x.py` does not exist")
    expect(missing("x.py", "y.py")).toBe("`x.py`, `y.py` do not exist")
    expect(missing("a", "b", "c", "d")).toBe("`a`, `b`, `c` do not exist")
  })
})

it("puts a text on one line and cuts it where it is too long", () => {
  expect(oneLine(" a\n  b\tc ")).toBe("a b c")
  expect(oneLine("x".repeat(300))).toBe(`${"x".repeat(199)}…`)
  expect(oneLine("abcdef", 4)).toBe("abc…")
})
