import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../test/support/session/example.ts"
import { logArbitrary } from "../../../test/support/session/log.ts"
import * as say from "../../../test/support/session/say.ts"
import { describeMove, movesIn, phaseAfter } from "./move.ts"

const lines = (...events: Line[]) => movesIn(logOf(say.opened, ...events)).map(describeMove)
const answered = (seq: number, ...names: string[]): Line => [
  "model.answered",
  { asked: seq, text: "", finish: "stop", calls: names.map((name) => ({ call: name, name })) },
]
const note = (kind: "completion_complete" | "repair_retry", reasonCode: string): Line => [
  "workflow.noted",
  { kind, mode: "execute", reasonCode, summary: `repair: ${reasonCode}` },
]
const moved = (from: "prepare" | "assistant" | null, to: "prepare" | "assistant" | "repair"): Line => [
  "turn.moved",
  { from, to, kind: "normal", reasonCode: "written", summary: "As written" },
  { turn: "turn-1" },
]
const owned: Line = ["session.owned", { ownerType: "Agent", ownerPath: "agent", host: "h", pid: 1, epoch: 2 }]

describe("the moves of a turn", () => {
  it("follow from what it did", () => {
    expect(
      lines(
        say.started(),
        say.asked(),
        answered(3, "read", "grep"),
        say.called("read"),
        say.called("grep"),
        say.asked(),
        answered(7),
        note("completion_complete", "answer_fits_the_facts"),
        say.stopped("completed-verified"),
      ),
    ).toEqual([
      "start -> prepare [normal] Preparing the turn",
      "prepare -> assistant [normal] Asking the model",
      "assistant -> tools [normal] Running read, grep",
      "tools -> assistant [normal] Asking the model",
      "assistant -> completion [normal] Checking what was done",
      "completion -> finalize [terminal] Finalizing completed turn",
    ])
  })

  it("name a retry, a reroute, and why a turn ended before it was complete", () => {
    const failed: Line = [
      "model.failed",
      { asked: 3, kind: "rate-limit", message: "slow down", retryAt: "2026-01-01T00:00:00.000Z" },
    ]
    expect(
      lines(say.started(), say.asked(), failed, say.asked(), note("repair_retry", "empty_response_retry")),
    ).toEqual(
      expect.arrayContaining([
        "assistant -> repair [retry] slow down",
        "repair -> assistant [normal] Asking the model",
        "assistant -> repair [retry] empty_response_retry",
      ]),
    )
    const inText = [answered(3, "read"), note("repair_retry", "raw_text_tool_recovered"), say.called("read")] as const
    expect(lines(say.started(), say.asked(), ...inText).slice(2)).toEqual([
      "assistant -> repair [reroute] raw_text_tool_recovered",
      "repair -> tools [normal] Running read",
    ])
    expect(lines(say.started(), say.asked(), say.stopped("cancelled")).at(-1)).toBe(
      "assistant -> finalize [terminal] It stopped.",
    )
    expect(lines(say.started(), say.asked(), answered(3), say.stopped("answered")).slice(-2)).toEqual([
      "assistant -> completion [normal] Checking what was done",
      "completion -> finalize [terminal] Finalizing completed turn",
    ])
  })

  it("are those that an earlier version recorded", () => {
    expect(
      lines(say.started(), moved(null, "prepare"), moved("prepare", "assistant"), say.asked(), answered(5, "read"), [
        ...moved("assistant", "repair"),
      ]),
    ).toEqual([
      "start -> prepare [normal] As written",
      "prepare -> assistant [normal] As written",
      "assistant -> repair [normal] As written",
    ])
  })

  it("are derived again once another driver has taken over a turn that recorded them", () => {
    const recorded = [say.started(), moved(null, "prepare"), moved("prepare", "assistant"), say.asked()]
    expect(lines(...recorded, owned, answered(5, "read"), say.called("read")).at(-1)).toBe(
      "assistant -> tools [normal] Running read",
    )
  })

  it("start anew with each turn, and leave no phase when it has stopped", () => {
    const stopped = [say.started(), say.asked(), say.stopped()]
    expect(phaseAfter(movesIn(logOf(say.opened, ...stopped)))).toBeNull()
    expect(lines(...stopped, say.started("again", "turn-2"))).toEqual(["start -> prepare [normal] Preparing the turn"])
  })

  it("lead from one to the next, whatever the log", () => {
    fc.assert(
      fc.property(logArbitrary(), (events) => {
        const moves = movesIn(events.filter(({ type }) => type !== "turn.moved"))
        expect(moves.map(({ from }) => from)).toEqual(
          [null, ...moves.slice(0, -1).map(({ to }) => to)].slice(0, moves.length),
        )
      }),
    )
  })
})
