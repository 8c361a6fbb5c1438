import fc from "fast-check"
import { type Phase, phase, type StopCode, stopCodes } from "../../src/session/event/turn.ts"
import type { Event, NewEvent } from "../../src/session/event.ts"
import { apply } from "../../src/session/fold.ts"
import { assertLegal } from "../../src/session/legal.ts"
import type { SessionState } from "../../src/session/state.ts"
import * as say from "../support/store/conformance/script.ts"

/** Numbers that choose among what there is when the time comes. */
export type Picks = readonly [which: number, a: number, b: number, wild: number]

/** Events that fit the state one after the other, most of the time: a walk through the grammar of a turn. */
export function walk(state: SessionState, steps: readonly Picks[]): NewEvent[] {
  const events: NewEvent[] = []
  let next = state
  for (const [which, a, b, wild] of steps) {
    const possible = possibleIn(next, a, b)
    const fitting = possible.filter((event) => isLegal(next, event))
    const event = pick(wild === 0 || fitting.length === 0 ? possible : fitting, which)
    if (!event) continue
    events.push(event)
    next = apply(next, { ...event, ...someEnvelope, session: next.id, seq: next.seq + 1 } as Event)
  }
  return events
}

function isLegal(state: SessionState, event: NewEvent): boolean {
  try {
    assertLegal(state, event)
    return true
  } catch {
    return false // which rule it breaks is for the stores to say
  }
}

const someEnvelope = { id: "some", at: "2026-01-01T00:00:00.000Z", by: { kind: "owner", name: "some" }, v: 1 } as const

function possibleIn(state: SessionState, a: number, b: number): NewEvent[] {
  const { log } = state
  const turn = log.turn?.id
  return [
    say.input(`words ${state.seq}`, { kind: pick(["send", "queue", "steer"], a) }),
    say.input(`now ${state.seq}`, { kind: "interrupt", turn: turn ?? "none" }),
    say.started(a % 8 === 0 ? (state.branch.stop?.turn ?? "first") : `turn ${state.seq}`),
    say.moved(turn ?? "none", null, pick([...phase.options] as [Phase, ...Phase[]], a)),
    say.stopped(turn ?? "none", pick(Object.keys(stopCodes) as [StopCode, ...StopCode[]], a)),
    say.asked(turn),
    say.answered(log.intents.model?.seq ?? 1, `answer ${a}`, turn),
    say.failed(log.intents.model?.seq ?? 1, turn),
    say.interrupted(log.intents.model?.seq ?? 1, `cut ${a}`, turn),
    say.called(`call ${state.seq}`, turn),
    say.toolStarted(pick(log.intents.tools, a)?.call ?? "none", turn),
    say.finished(pick(log.intents.tools, a)?.call ?? "none", `output ${b}`, turn),
    say.ask(`ask ${state.seq}`, turn),
    say.answer(pick(log.asks.open, a)?.ask ?? pick(log.asks.answered, a)?.ask ?? "none", { text: `because ${b}` }),
    say.expired(pick(log.asks.open, a)?.ask ?? "none", turn),
    say.planned(`attempt ${state.seq}`, "check"),
    say.checkCalled(attemptIn(state), "check", turn),
    say.checkStarted(attemptIn(state), "check", turn),
    say.checkFinished(attemptIn(state), "check", turn),
    { type: "input.consumed", data: { input: pick(log.inputs.waiting, a)?.input ?? "none", as: "task" } },
    { type: "input.edited", data: { input: pick(log.inputs.waiting, a)?.input ?? "none", text: `words ${b}` } },
    { type: "input.withdrawn", data: { input: pick(log.inputs.waiting, a)?.input ?? "none" } },
    say.cancelled(turn ?? "none"),
    say.described({ title: `title ${a}`, tags: [`tag ${a % 2}`], pinned: a % 2 === 0, archived: b % 4 === 0 }),
    // Far back, a little, and on what was seen a while ago.
    say.rewound(1 + (a % state.seq), state.seq),
    say.rewound(Math.max(1, state.seq - 1 - (a % 4)), state.seq),
    say.rewound(Math.max(1, state.seq - 1 - (b % 8)), state.seq),
    say.rewound(1 + (a % state.seq), Math.max(1, state.seq - 1)),
    say.compacted(1 + (a % state.seq), b % 2 === 0 ? {} : { from: log.inputs.waiting[0]?.seq ?? 1 }),
  ]
}

const attemptIn = ({ branch }: SessionState) => branch.done?.attempts.at(-1)?.id ?? "none"

/** Choices for one event; one in ten is wild: it need not fit. */
export const picks: fc.Arbitrary<Picks> = fc.tuple(
  fc.nat({ max: 1000 }),
  fc.nat({ max: 40 }),
  fc.nat({ max: 40 }),
  fc.nat({ max: 9 }),
)

export function pick<T>(list: readonly [T, ...T[]], number: number): T
export function pick<T>(list: readonly T[], number: number): T | undefined
export function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length]
}
