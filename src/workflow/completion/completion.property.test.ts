import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checkStatus } from "../../session/event/common.ts"
import { progress } from "../../session/event/done.ts"
import { decision as decisionSchema, note } from "../../session/event/workflow.ts"
import { action, attempt, fileThere, npmTest, ran, scene, wrote } from "../arbitrary/completion-scene.ts"
import { complete } from "./completion.ts"

const fix = "Fix the bug in src/add.ts."
const open = { id: "t1", text: "Update the docs", state: "pending" } as const

describe("whatever the log says", () => {
  const seq = fc.integer({ min: 1, max: 40 })
  const path = fc.constantFrom("src/a.ts", "src/b.ts", "test/a.test.ts", "notes.md")
  const hash = fc.constantFrom(null, "one", "two")
  const command = fc.constantFrom("npm test", "echo ok", "npm test || true", "npm run lint", "ls", "git commit -m x")
  const deed = fc.oneof(
    fc.tuple(seq, path, hash, hash).map(([at, name, before, after]) => wrote(at, name, before, after)),
    fc.tuple(seq, command, fc.constantFrom(0, 1)).map(([at, line, exit]) => ran(at, line, exit)),
    seq.map((at) => action(at, { uncovered: true, tool: "bash", command: "make", exitCode: 0 })),
  )
  const checks = fc.subarray([
    npmTest,
    fileThere,
    { ...npmTest, id: "echo", command: "echo ok" },
    { ...npmTest, id: "lint", command: "npm run lint", kind: "lint", strength: "parses" },
  ] as const)
  const tried = fc.tuple(seq, fc.constantFrom(...checkStatus.options), checks).map((told) => attempt(...told))
  const answer = fc.constantFrom("Done.", "All tests pass.", "I created `src/a.ts`.", "Next I will go on.", "Rien.", "")
  const input = fc
    .record({
      task: fc.constantFrom(fix, "Create src/a.ts.", "Tidy up.", "Explain it.", "Run the tests.", "hi"),
      answer,
      actions: fc.array(deed, { maxLength: 5 }).map((all) => all.toSorted((a, b) => a.seq - b.seq)),
      attempts: fc.array(tried, { maxLength: 2 }),
      offered: checks,
      nudges: fc.nat(6),
      pendingNudges: fc.nat(3),
      fixRetries: fc.nat(4),
      items: fc.subarray([open]),
    })
    .map(({ task, answer: said, actions, attempts, offered, items, ...counters }) =>
      scene(task, said, { actions, checks: offered, done: { attempts, items }, counters }),
    )

  it("is verified only when every check passed after the last change, as strongly as is on offer", () => {
    fc.assert(
      fc.property(input, (each) => {
        const { next } = complete(each)
        if (next.do !== "stop" || next.code !== "completed-verified") return
        const last = each.done?.attempts.findLast(({ status }) => status !== "superseded")
        const changes = each.actions.filter((one) => one.changed.length > 0 || one.uncovered).map((one) => one.seq)
        expect(last?.checks.length).toBeGreaterThan(0)
        expect(last?.checks.every(({ status }) => status === "passed")).toBe(true)
        expect(last?.checks.every(({ startedAt }) => changes.every((at) => at <= (startedAt ?? 0)))).toBe(true)
        expect(
          last?.checks.some((check) => check.strength === each.plan?.strongest && check.command !== "echo ok"),
        ).toBe(true)
        expect(next.missing).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it("gives events that the log takes, and a message that a small model can follow", () => {
    fc.assert(
      fc.property(input, (each) => {
        const { notes, decided, done, next } = complete(each)
        for (const one of notes) expect(note.parse(one)).toEqual(one)
        if (decided) expect(decisionSchema.parse(decided)).toEqual(decided)
        if (done) expect(progress.parse(done)).toEqual(done)
        expect(notes.length > 0 || next.do === "verify").toBe(true)
        if (next.do === "continue") {
          expect(next.message.split("\n").length).toBeLessThanOrEqual(8)
          expect(notes.at(-1)?.message).toBe(next.message)
        } else expect(notes.every(({ message }) => message === undefined)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it("comes to an end: with every budget used up it never goes on", () => {
    fc.assert(
      fc.property(input, (each) => {
        const worn = { ...each, counters: { nudges: 5, pendingNudges: 2, fixRetries: 3 } }
        expect(complete(worn).next.do).not.toBe("continue")
      }),
    )
  })
})
