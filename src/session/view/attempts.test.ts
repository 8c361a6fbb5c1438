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
