import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Event, EventType } from "../../session/event.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { isPolicy, latestPolicy, ofThisTask, timelineOf, timelineView } from "./timeline.ts"

const entry = (seq: number, kind: TimelineEntry["kind"], mode: TimelineEntry["mode"] = "execute"): TimelineEntry => ({
  seq,
  at: "2026-01-01T00:00:00.000Z",
  kind,
  mode,
  reasonCode: "code",
  summary: `${kind} ${seq}`,
})

const timeline = [
  entry(1, "route", "plan"),
  entry(2, "handoff"),
  entry(3, "verify_observation", "verify"),
  entry(4, "completion_continue"),
  entry(5, "reentry"),
  entry(6, "repair_retry"),
  entry(7, "verify_skip"),
]

describe("the timeline", () => {
  it.each([
    ["all of it", {}, [1, 2, 3, 4, 5, 6, 7]],
    ["what happened in a mode", { mode: "verify" }, [3]],
    ["entries of a kind", { kind: "handoff" }, [2]],
    ["what holds the work to account", { only: "policy" }, [3, 4, 6, 7]],
    ["the last ones, after the rest of the filter", { only: "policy", limit: 2 }, [6, 7]],
    ["a limit that is larger than what there is", { limit: 99 }, [1, 2, 3, 4, 5, 6, 7]],
    ["nothing that fits", { kind: "clarify_exit" }, []],
  ] as const)("shows %s, and how many there are", (_, filter, seqs) => {
    const view = timelineView(timeline, filter)
    expect([view.total, view.shown.map(({ seq }) => seq)]).toEqual([7, seqs])
  })

  it("keeps the order and never shows more than the limit", () => {
    const filters = fc.record({ only: fc.constantFrom("policy" as const, undefined), limit: fc.nat(9) })
    fc.assert(
      fc.property(filters, (filter) => {
        const seqs = timelineView(timeline, filter).shown.map(({ seq }) => seq)
        expect(seqs.length).toBeLessThanOrEqual(filter.limit)
        expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
      }),
    )
  })

  it("knows the newest decision that holds the work to account", () => {
    expect(latestPolicy(timeline)?.seq).toBe(7)
    expect(latestPolicy(timeline.filter((each) => !isPolicy(each)))).toBeNull()
  })

  it("knows what belongs to the task at hand: from its route on", () => {
    const seqs = (all: readonly TimelineEntry[]) => ofThisTask(all).map(({ seq }) => seq)
    expect(seqs([...timeline, entry(8, "route"), entry(9, "verify_skip")])).toEqual([8, 9])
    expect(seqs([entry(1, "handoff")])).toEqual([1])
  })

  it("is made from decisions and notes alone", () => {
    const by = { kind: "owner", name: "agent" }
    const event = (seq: number, type: EventType, data: unknown) =>
      ({ id: "e", session: "s", seq, at: "2026-01-01T00:00:00.000Z", by, type, v: 1, data }) as Event
    const events = [
      event(1, "turn.started", { task: "x" }),
      event(2, "workflow.decided", { kind: "route", mode: "plan", reasonCode: "task_is_complex", summary: "plan: x" }),
      event(3, "workflow.noted", { kind: "legacy_trace", stage: "a", outcome: "b", reasonCode: "c", summary: "d" }),
      event(4, "workflow.noted", { kind: "verify_skip", mode: "execute", reasonCode: "c", summary: "d" }),
    ]
    expect(timelineOf(events).map(({ seq, kind }) => [seq, kind])).toEqual([
      [2, "route"],
      [4, "verify_skip"],
    ])
  })
})
