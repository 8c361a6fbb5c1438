import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { eventArbitrary, logArbitrary, numbered } from "../../test/support/session/log.ts"
import { type Event, type EventData, type EventType, eventSchemas } from "./event.ts"
import { apply, branchToRefold, fold, foldBranch, inRanges } from "./fold.ts"
import { modelContext } from "./view/context.ts"
import { completionTrace } from "./view/trace.ts"
import { transcript } from "./view/transcript.ts"

describe("the fold, over any log", () => {
  it("is tested on valid events only", () => {
    fc.assert(
      fc.property(eventArbitrary, ({ type, data }) => {
        expect(eventSchemas[type].safeParse(data).error).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it("never throws, and neither do the views", () => {
    fc.assert(
      fc.property(logArbitrary(), (log) => {
        const state = fold("session", log)
        expect(state.seq).toBe(log.length)
        transcript(log, { live: state.live })
        modelContext(state, log)
        completionTrace(state.branch)
      }),
    )
  })

  it("gives the same state when events come twice", () => {
    fc.assert(
      fc.property(logArbitrary(), fc.array(fc.nat(), { maxLength: 20 }), (log, repeats) => {
        const repeated = [...log]
        for (const at of repeats) {
          const index = at % (repeated.length + 1)
          repeated.splice(index, 0, ...repeated.slice(0, index).slice(-3))
        }
        expect(fold("session", repeated)).toEqual(fold("session", log))
      }),
    )
  })

  it("gives the same state in one go, event by event, and from a state that was stored", () => {
    fc.assert(
      fc.property(logArbitrary(), fc.nat(), (log, at) => {
        const border = at % (log.length + 1)
        const stored = JSON.parse(JSON.stringify(fold("session", log.slice(0, border))))
        const resumed = log.slice(border).reduce((state, event) => {
          const ranges = branchToRefold(state, event)
          const earlier = log.filter(({ seq }) => seq < event.seq && ranges && inRanges(ranges, seq))
          return apply(state, event, ranges && foldBranch("session", earlier))
        }, stored)
        expect(resumed).toEqual(JSON.parse(JSON.stringify(fold("session", log))))
      }),
    )
  })

  it("does not apply an event after a gap", () => {
    fc.assert(
      fc.property(logArbitrary({ minLength: 3, maxLength: 20 }), (log) => {
        const state = fold("session", log.slice(0, 1))
        expect(log.slice(2).reduce((before, event) => apply(before, event), state)).toBe(state)
      }),
    )
  })

  it("does not change the state that it came from", () => {
    fc.assert(
      fc.property(logArbitrary({ minLength: 1, maxLength: 30 }), (log) => {
        const before = fold("session", log.slice(0, -1))
        const copy = structuredClone(before)
        fold("session", log)
        const last = log.at(-1)
        if (last) apply(before, last)
        expect(before).toEqual(copy)
      }),
    )
  })
})

describe("a rewind to any event of the live branch", () => {
  const withoutRewinds = eventArbitrary.filter(({ type }) => type !== "history.rewound")

  it("gives the branch that the live events alone give", () => {
    const steps = fc.array(fc.tuple(fc.array(withoutRewinds, { minLength: 1, maxLength: 8 }), fc.nat()), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(steps, (pieces) => {
        let log: Event[] = []
        for (const [piece, choice] of pieces) {
          log = numbered([...log, ...piece])
          const { live } = fold("session", log)
          const candidates = log.filter(({ seq }) => inRanges(live, seq)).slice(0, -1)
          const to = candidates[choice % Math.max(1, candidates.length)]?.seq
          if (to === undefined) continue
          log = numbered([...log, made("history.rewound", { to, head: log.length, because: "rewind" })])
        }
        const state = fold("session", log)
        const liveEvents = log.filter(({ seq }) => inRanges(state.live, seq))
        expect(state.branch).toEqual(foldBranch("session", liveEvents))
      }),
    )
  })
})

function made<T extends EventType>(type: T, data: EventData<T>): Omit<Event, "seq"> {
  const by = { kind: "person", name: "ada" } as const
  return {
    id: type,
    session: "session",
    at: new Date(0).toISOString(),
    by,
    turn: "turn-1",
    type,
    v: 1,
    data,
  } as Event<T>
}
