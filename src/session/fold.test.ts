import { describe, expect, it } from "vitest"
import { type Line, logOf, stateOf, withNewer } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import type { Event } from "./event.ts"
import { fold } from "./fold.ts"

describe("a rewind", () => {
  it("takes the conversation back, and leaves usage, owner and grants as they are", () => {
    const before = [
      say.send("a"),
      say.started("first"),
      say.consumed("a"),
      say.asked(),
      say.answered(5, "one"),
      say.stopped(),
    ] as const
    const lost = [
      say.started("second", "turn-2"),
      ["session.owned", { ownerType: "Agent", ownerPath: "public-agent", host: "h", epoch: 1 }],
      ["workflow.decided", { kind: "route", mode: "plan", reasonCode: "r", summary: "s" }],
      ["done.defined", { task: "second" }],
      say.asked(),
      say.answered(12, "two"),
      say.compacted(8),
      say.stopped("answered", "turn-2"),
    ] satisfies Line[]
    const then = stateOf(...before)
    const now = stateOf(...before, ...lost, say.rewound(7, 15))
    expect(now.branch).toEqual(then.branch)
    expect(now.live).toEqual([
      { from: 1, to: 7 },
      { from: 16, to: null },
    ])
    expect(now.log).toMatchObject({ usage: { total: { calls: 2, turns: 2 } }, owner: { path: "public-agent" } })
  })
})

describe("events that come twice", () => {
  it("count once, in the branch of a rewind too", () => {
    const log = logOf(say.opened, say.send("a"), say.consumed("a"), say.send("b"), say.rewound(3, 4))
    const repeated = log.flatMap((event) => [event, ...log.slice(0, event.seq)])
    expect(fold("session", repeated)).toEqual(fold("session", log))
    expect(fold("session", repeated).branch.messages).toBe(1)
  })
})

describe("an event of a newer Holdfast", () => {
  it("is counted and kept, and the state names the first one", () => {
    const log = withNewer(logOf(say.opened, say.send("a")))
    const seen = fold("session", log)
    expect(seen.log.newer).toEqual({ seq: 3, type: "future.invented", v: 1 })
    expect(seen.seq).toBe(3)
    expect(seen.branch).toEqual(fold("session", logOf(say.opened, say.send("a"))).branch)
  })

  it("is one of a known type in a newer version, too", () => {
    const log = logOf(say.opened, ["session.described", { title: "Changed" }, { v: 2 }])
    expect(fold("session", log).log).toMatchObject({ title: null, newer: { seq: 2, type: "session.described", v: 2 } })
  })

  it("stays the first one when more follow", () => {
    const twice = withNewer(withNewer(logOf(say.opened)) as Event[])
    expect(fold("session", twice).log.newer?.seq).toBe(2)
    expect(fold("session", twice).seq).toBe(3)
  })
})
