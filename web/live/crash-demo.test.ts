import { describe, expect, it } from "vitest"
import type { Event } from "../../src/session/event.ts"
import { demoReport } from "./crash-demo.ts"

const event = (seq: number, type: string, data: object): Event =>
  ({ seq, type, data, v: 1, id: `e${seq}`, session: "s", at: "2026-01-01T00:00:00.000Z" }) as unknown as Event
const job = { id: "j", command: "node --test", cwd: "/", directory: "/" }
const before = [
  event(1, "session.owned", { ownerType: "Agent" }),
  event(2, "tool.started", { call: "a", readOnly: false, job }),
]

describe("what a crash cost", () => {
  it("counts what was kept of the answer, and where another process took over", () => {
    const log = [
      ...before,
      event(3, "session.owned", { ownerType: "Server" }),
      event(4, "model.interrupted", { asked: 2, reason: "crashed", text: "twelve signs" }),
      event(5, "tool.started", { call: "b", readOnly: true }),
    ]
    expect(demoReport(log)).toEqual({ takenOverAt: 3, kept: 12, commands: 1, twice: 0, unknown: 0 })
  })

  it("does not call what a person stopped a crash", () => {
    const log = [...before, event(3, "model.interrupted", { asked: 2, reason: "cancelled", text: "stopped" })]
    expect(demoReport(log)).toMatchObject({ takenOverAt: null, kept: 0 })
  })

  it("says so where a command ran twice, or nobody knows how it ended", () => {
    const log = [
      ...before,
      event(3, "tool.started", { call: "a", readOnly: false, job }),
      event(4, "tool.finished", { call: "a", status: "unknown", output: { text: "" }, changed: [] }),
    ]
    expect(demoReport(log)).toMatchObject({ commands: 1, twice: 1, unknown: 1 })
  })
})
