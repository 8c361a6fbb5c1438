import { describe, expect, it } from "vitest"
import type { ForeignEvent } from "../../../../src/session/event.ts"
import type { ForeignLog } from "../../../../src/store/contract.ts"
import { again, beginWithTurn, exported, more, rewound } from "./foreign-log.ts"
import { type MakeStore, refusalOf, type Scene, setScene } from "./scene.ts"

export function adoptingRefusals(scene: Scene, makeStore: MakeStore): void {
  describe("adopt", () => {
    const far = setScene(makeStore)

    it.each<[string, (log: ForeignLog) => ForeignLog]>([
      ["no events", (log) => ({ ...log, events: [] })],
      ["a gap", (log) => ({ ...log, events: log.events.toSpliced(2, 1) })],
      ["another session's events", (log) => ({ ...log, id: "other" })],
      ["a second stop record of a turn", (log) => ({ ...log, events: [...log.events, again(log)] })],
      ["a key that is used twice", (log) => ({ ...log, events: keyed(log, 3, 5) })],
      ["a turn that is started twice", (log) => ({ ...log, events: [...log.events, again(log, "turn.started")] })],
      ["an input that comes twice", (log) => ({ ...log, events: [...log.events, again(log, "input.accepted")] })],
      ["a way back to what is not there", (log) => ({ ...log, events: [...log.events, rewound(log, 9e15)] })],
      ["a log without its beginning", (log) => ({ ...log, events: log.events.slice(1).map(renumbered) })],
      ["a turn without an id", (log) => ({ ...log, events: [...log.events, more(log, "turn.started", { task: "" })] })],
      ["a move of no turn", (log) => ({ ...log, events: [...log.events, more(log, "turn.moved", movedOn)] })],
      ["a stop record of no turn", (log) => ({ ...log, events: changed(log, { turn: undefined }, "turn.stopped") })],
      [
        "a turn that stops before it starts",
        (log) => ({ ...log, events: changed(log, { turn: "t2" }, "turn.stopped") }),
      ],
      ["an answer to no ask", (log) => ({ ...log, events: [...log.events, more(log, "ask.answered", denied)] })],
      ["a second answer", (log) => ({ ...log, events: [...log.events, ...answeredTwice(log)] })],
      ["an id that nobody could open", (log) => ({ ...log, ...withSessionId(log, "last\n\u001b[2J") })],
      ["an event without a time", (log) => ({ ...log, events: changed(log, { at: "yesterday" }) })],
      ["data that do not fit", (log) => ({ ...log, events: changed(log, { data: {} }) })],
    ])("refuses %s, and takes nothing in", async (_, spoil) => {
      const { id } = await beginWithTurn(far.store)
      const log = spoil(await exported(far.store, id))
      expect(await refusalOf(scene.store.adopt(log))).toMatchObject({ code: "invalid" })
      expect((await scene.store.list()).items).toEqual([])
    })
  })
}

const movedOn = { from: null, to: "prepare", kind: "normal", reasonCode: "next", summary: "" }
const denied = { ask: "a", answer: "deny" }

function answeredTwice(log: ForeignLog): ForeignEvent[] {
  const ask = more(log, "ask.opened", { ask: "a", kind: "question", question: "?" })
  const answer = more(log, "ask.answered", denied)
  return [ask, answer, answer].map((event, index) => ({ ...event, id: `${index}`, seq: event.seq + index }))
}

function withSessionId(log: ForeignLog, session: string) {
  return { id: session, events: log.events.map((event) => ({ ...event, session })) }
}

function keyed(log: ForeignLog, ...seqs: number[]): ForeignEvent[] {
  return log.events.map((event) => (seqs.includes(event.seq) ? { ...event, key: "k" } : event))
}

const renumbered = (event: ForeignEvent, index: number): ForeignEvent => ({ ...event, seq: index + 1 })

function changed(log: ForeignLog, change: Partial<ForeignEvent>, type?: string): ForeignEvent[] {
  const isMeant = (event: ForeignEvent, index: number) => (type === undefined ? index === 3 : event.type === type)
  return log.events.map((event, index) => (isMeant(event, index) ? { ...event, ...change } : event))
}
