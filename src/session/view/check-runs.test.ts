import { describe, expect, it } from "vitest"
import type { Event, EventType } from "../event.ts"
import { checkRuns } from "./check-runs.ts"

function events(...entries: [type: EventType, data: unknown][]): Event[] {
  const by = { kind: "owner", name: "agent" }
  return entries.map(
    ([type, data], at) =>
      ({ id: `e${at}`, session: "s", seq: at + 1, at: "2026-01-01T00:00:00.000Z", by, type, v: 1, data }) as Event,
  )
}

const planned = (attempt: string, number: number, ...commands: string[]): [EventType, unknown] => [
  "done.verification-planned",
  { attempt, number, checks: commands.map((command) => ({ id: command, command, kind: "test", strength: "tests" })) },
]
const started = (attempt: string, command: string): [EventType, unknown] => [
  "done.verification-started",
  { attempt, check: command, command },
]
const finished = (at: number, attempt: string, command: string, status: string): [EventType, unknown] => [
  "done.verification-finished",
  { started: at, attempt, check: command, status, summary: `${status}: 1 test` },
]

/** The same as calls: what each event is for is known by the seq of its intent. */
function asCalls(events: Event[]): Event[] {
  return events.map((event) => {
    const { type, seq, data } = event
    if (type === "done.verification-started") {
      const { attempt, check, command } = data
      const job = { id: "job", command, cwd: "/work", directory: "/jobs/job" }
      return {
        ...event,
        type: "tool.started",
        data: { call: `c${seq}`, readOnly: false, check: { attempt, check }, job },
      }
    }
    if (type !== "done.verification-finished") return event
    const { started, ...check } = data
    const outcome = { call: `c${started}`, status: "ok" as const, check, output: { text: "" }, changed: [] }
    return { ...event, type: "tool.finished", data: outcome }
  })
}

describe.each([
  ["as calls", asCalls],
  ["as earlier versions wrote it", (events: Event[]) => events],
])("what was checked in a turn, %s", (_, written) => {
  const log = (...entries: Parameters<typeof events>) => written(events(...entries))

  it("tells the newest attempt whole, and what ran before it as earlier", () => {
    const runs = checkRuns(
      log(
        planned("a", 1, "npm test"),
        started("a", "npm test"),
        finished(2, "a", "npm test", "failed"),
        planned("b", 2, "npm test", "npm run lint"),
        started("b", "npm test"),
        finished(5, "b", "npm test", "passed"),
      ),
    )
    expect(runs).toEqual([
      {
        seq: 3,
        command: "npm test",
        status: "failed",
        summary: "failed: 1 test",
        strength: "tests",
        attempt: 1,
        current: false,
      },
      {
        seq: 6,
        command: "npm test",
        status: "passed",
        summary: "passed: 1 test",
        strength: "tests",
        attempt: 2,
        current: true,
      },
      {
        seq: 4,
        command: "npm run lint",
        status: "planned",
        summary: null,
        strength: "tests",
        attempt: 2,
        current: true,
      },
    ])
  })

  it("calls a passed check stale when files changed after it", () => {
    const runs = checkRuns(
      log(
        planned("a", 1, "npm test"),
        started("a", "npm test"),
        finished(2, "a", "npm test", "passed"),
        ["done.verification-gone-stale", { attempt: "a", because: "files changed after it" }],
        planned("b", 2, "npm test"),
      ),
    )
    expect(runs.map(({ status, current }) => [status, current])).toEqual([
      ["stale", false],
      ["planned", true],
    ])
  })

  it("counts the last outcome of a check that a crash cut off, and shows one that runs as running", () => {
    const cut = log(
      planned("a", 1, "npm test"),
      started("a", "npm test"),
      finished(2, "a", "npm test", "unknown"),
      started("a", "npm test"),
    )
    expect(checkRuns(cut)).toEqual([
      { seq: 4, command: "npm test", status: "running", summary: null, strength: "tests", attempt: 1, current: true },
    ])
  })

  it("shows what runs of an attempt that was planned in an earlier turn", () => {
    expect(checkRuns(log(started("a", "npm test"), finished(1, "a", "npm test", "passed")))).toEqual([
      {
        seq: 2,
        command: "npm test",
        status: "passed",
        summary: "passed: 1 test",
        strength: null,
        attempt: null,
        current: true,
      },
    ])
  })
})
