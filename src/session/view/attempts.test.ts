import { expect, it } from "vitest"
import type { Check } from "../event/done.ts"
import type { Event } from "../event.ts"
import { attemptsIn } from "./attempts.ts"

const check = (id: string): Check => ({ id, command: id, kind: "test", strength: "tests", source: "project" })
const event = (seq: number, type: string, data: unknown) => ({ seq, type, data }) as Event
const planned = (seq: number, attempt: string, ...checks: string[]) =>
  event(seq, "done.verification-planned", { attempt, number: 1, checks: checks.map(check) })

it("keeps the checks of every attempt, with what came of each", () => {
  const events = [
    planned(1, "one", "lint", "test"),
    event(2, "done.verification-started", { attempt: "one", check: "lint", command: "lint" }),
    event(3, "done.verification-finished", {
      started: 2,
      attempt: "one",
      check: "lint",
      status: "passed",
      summary: "passed",
    }),
    event(4, "done.verification-started", { attempt: "one", check: "test", command: "test" }),
    ...[5, 6, 7].map((seq) => planned(seq, `attempt ${seq}`)),
    event(8, "done.verification-started", { attempt: "unknown", check: "test", command: "test" }),
  ]
  const open = { finishedAt: null, summary: null }
  expect(attemptsIn(events)).toEqual([
    {
      checks: [
        { ...check("lint"), status: "passed", startedAt: 2, finishedAt: 3, summary: "passed" },
        { ...check("test"), status: "pending", startedAt: 4, ...open },
      ],
    },
    { checks: [] },
    { checks: [] },
    { checks: [] },
  ])
})

it("gives a check that was not run its outcome, and one that its turn left none", () => {
  const finished = (status: "skipped" | "planned") =>
    event(2, "tool.finished", {
      call: "c",
      status: "denied",
      check: { attempt: "one", check: "test", status, summary: "It was not run" },
      output: { text: "" },
      changed: [],
    })
  const [skipped] = attemptsIn([planned(1, "one", "test"), finished("skipped")])
  expect(skipped?.checks).toMatchObject([{ status: "skipped", startedAt: 2, finishedAt: 2 }])
  const [left] = attemptsIn([planned(1, "one", "test"), finished("planned")])
  expect(left?.checks).toMatchObject([{ status: "planned", startedAt: null, finishedAt: null }])
})

it("counts the outcome of a check that was called again and never started from its end", () => {
  const of = { attempt: "one", check: "test" }
  const unknown = { call: "c", status: "unknown", output: { text: "" }, changed: [] }
  const [attempt] = attemptsIn([
    planned(1, "one", "test"),
    event(2, "tool.called", { call: "c", name: "bash", arguments: {}, check: of }),
    event(3, "tool.started", { call: "c", readOnly: false, check: of }),
    event(4, "tool.finished", { ...unknown, check: { ...of, status: "unknown", summary: "lost" } }),
    event(5, "tool.called", { call: "d", name: "bash", arguments: {}, check: of }),
    event(6, "tool.finished", { ...unknown, call: "d", check: { ...of, status: "unknown", summary: "no directory" } }),
  ])
  expect(attempt?.checks).toMatchObject([{ status: "unknown", startedAt: 6, finishedAt: 6, summary: "no directory" }])
})
