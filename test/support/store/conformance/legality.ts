import { describe, expect, it } from "vitest"
import type { ErrorCode } from "../../../../src/session/error.ts"
import type { NewEvent } from "../../../../src/session/event.ts"
import { beginDriven, expectRefused, type Scene } from "./scene.ts"
import * as say from "./script.ts"

/** After `given`, which begins at seq 3, the one event is refused and the other is not. */
type Case = { rule: string; given?: NewEvent[]; refused: NewEvent; code?: ErrorCode; accepted: NewEvent }

const cases: Case[] = [
  {
    rule: "an input waits under one id",
    given: [say.input("one")],
    refused: say.input("one"),
    accepted: say.input("two"),
  },
  {
    rule: "nothing is asked of what is in the trash",
    given: [{ type: "session.described", data: { trashed: true } }],
    refused: say.input("one"),
    accepted: { type: "session.described", data: { trashed: false } },
  },
  {
    rule: "an interrupt names a turn",
    given: [say.started("t1")],
    refused: say.input("now", { kind: "interrupt" }),
    accepted: say.input("now", { kind: "interrupt", turn: "t1" }),
  },
  {
    rule: "an interrupt names the open turn",
    given: [say.started("t1"), say.stopped("t1"), say.started("t2")],
    refused: say.input("now", { kind: "interrupt", turn: "t1" }),
    code: "stopped",
    accepted: say.input("now", { kind: "interrupt", turn: "t2" }),
  },
  {
    rule: "an edited input waits",
    given: [say.input("one"), say.input("two"), say.consumed("one")],
    refused: say.edited("one", "1"),
    accepted: say.edited("two", "2"),
  },
  {
    rule: "a withdrawn input waits",
    given: [say.input("one"), say.input("two"), say.withdrawn("one")],
    refused: say.withdrawn("one"),
    accepted: say.withdrawn("two"),
  },
  {
    rule: "a consumed input waits",
    given: [say.input("one"), say.input("two"), say.consumed("one")],
    refused: say.consumed("one"),
    accepted: say.consumed("two"),
  },
  {
    rule: "a turn has an id",
    refused: { type: "turn.started", data: { task: "nameless" } },
    accepted: say.started("t1"),
  },
  {
    rule: "one turn is open at a time",
    given: [say.started("t1")],
    refused: say.started("t2"),
    accepted: say.stopped("t1"),
  },
  {
    rule: "a stopped turn does not start again",
    given: [say.started("t1"), say.stopped("t1")],
    refused: say.started("t1"),
    code: "stopped",
    accepted: say.started("t2"),
  },
  {
    rule: "a move names its turn",
    given: [say.started("t1")],
    refused: { type: "turn.moved", data: { from: null, to: "prepare", kind: "normal", reasonCode: "", summary: "" } },
    accepted: say.moved("t1", null, "prepare"),
  },
  {
    rule: "a stop names its turn",
    given: [say.started("t1")],
    refused: { type: "turn.stopped", data: { code: "answered", summary: "" } },
    accepted: say.stopped("t1"),
  },
  {
    rule: "a stop is that of the open turn",
    given: [say.started("t1")],
    refused: say.stopped("t2"),
    code: "stopped",
    accepted: say.stopped("t1"),
  },
  {
    rule: "what belongs to a turn belongs to the open one",
    given: [say.started("t1"), say.stopped("t1"), say.started("t2")],
    refused: say.asked("t1"),
    code: "stopped",
    accepted: say.asked("t2"),
  },
  {
    rule: "a cancel names the open turn",
    given: [say.started("t1")],
    refused: say.cancelled("t0"),
    code: "stopped",
    accepted: say.cancelled("t1"),
  },
  {
    rule: "a check was planned",
    given: [say.planned("v1", "c1")],
    refused: say.checkCalled("v1", "c2"),
    accepted: say.checkCalled("v1", "c1"),
  },
  {
    rule: "a check ends once",
    given: [
      say.planned("v1", "c1"),
      say.checkCalled("v1", "c1"),
      say.checkStarted("v1", "c1"),
      say.checkFinished("v1", "c1"),
    ],
    refused: say.checkFinished("v1", "c1"),
    accepted: say.checkCalled("v1", "c1"),
  },
  {
    rule: "one model call is open at a time",
    given: [say.asked()],
    refused: say.asked(),
    accepted: say.answered(3, "yes"),
  },
  {
    rule: "an answer is that of the open call",
    given: [say.asked()],
    refused: say.answered(2, "yes"),
    accepted: say.answered(3, "yes"),
  },
  {
    rule: "a failure is that of the open call",
    given: [say.asked()],
    refused: say.failed(2),
    accepted: say.failed(3),
  },
  {
    rule: "an interruption is that of the open call",
    given: [say.asked()],
    refused: say.interrupted(2, "ye"),
    accepted: say.interrupted(3, "ye"),
  },
  {
    rule: "a call has one outcome",
    given: [say.asked(), say.answered(3, "yes")],
    refused: say.failed(3),
    accepted: say.asked(),
  },
  {
    rule: "a tool call is open once",
    given: [say.called("c1")],
    refused: say.called("c1"),
    accepted: say.called("c2"),
  },
  {
    rule: "a tool is called before it starts",
    given: [say.called("c1")],
    refused: say.toolStarted("c2"),
    accepted: say.toolStarted("c1"),
  },
  {
    rule: "a tool starts once",
    given: [say.called("c1"), say.toolStarted("c1")],
    refused: say.toolStarted("c1"),
    accepted: say.finished("c1"),
  },
  {
    rule: "a tool has one outcome",
    given: [say.called("c1"), say.called("c2"), say.finished("c1")],
    refused: say.finished("c1"),
    accepted: say.finished("c2"),
  },
  {
    rule: "an ask is open once",
    given: [say.ask("a1")],
    refused: say.ask("a1"),
    accepted: say.ask("a2"),
  },
  {
    rule: "an ask that expires is open",
    given: [say.ask("a1"), say.ask("a2"), say.expired("a1")],
    refused: say.expired("a1"),
    accepted: say.expired("a2"),
  },
  {
    rule: "what was never asked is not answered",
    given: [say.ask("a1")],
    refused: say.answer("a2"),
    code: "stopped",
    accepted: say.answer("a1"),
  },
  {
    rule: "an ask ends with its turn",
    given: [say.started("t1"), say.ask("a1", "t1"), say.stopped("t1"), say.started("t2"), say.ask("a2", "t2")],
    refused: say.answer("a1"),
    code: "stopped",
    accepted: say.answer("a2"),
  },
  {
    rule: "a compaction leaves the newest event",
    given: [say.described({}), say.described({})],
    refused: say.compacted(4),
    accepted: say.compacted(3),
  },
  {
    rule: "a compaction stands for more than the one before",
    given: [say.described({}), say.described({}), say.compacted(3), say.described({})],
    refused: say.compacted(3),
    accepted: say.compacted(4),
  },
  {
    rule: "short results go further than those before, and leave the newest event",
    given: [say.described({}), say.described({}), say.trimmed(3), say.described({})],
    refused: say.trimmed(3),
    accepted: say.trimmed(4),
  },
  {
    rule: "a compaction leaves the inputs that wait",
    given: [say.input("one"), say.described({}), say.described({})],
    refused: say.compacted(4),
    accepted: say.compacted(4, { from: 3 }),
  },
  {
    rule: "a compaction leaves nothing out",
    given: [say.described({}), say.described({}), say.described({})],
    refused: say.compacted(3, { from: 5 }),
    accepted: say.compacted(3, { from: 4 }),
  },
  {
    rule: "files are not restored during a turn",
    given: [say.started("t1")],
    refused: say.restored(),
    accepted: say.stopped("t1"),
  },
  {
    rule: "a rewind was decided on the head of now",
    given: [say.input("one"), say.input("two")],
    refused: say.rewound(3, 3),
    code: "behind",
    accepted: say.rewound(3, 4),
  },
  {
    rule: "a rewind goes back",
    given: [say.input("one")],
    refused: say.rewound(3, 3),
    accepted: say.rewound(2, 3),
  },
  {
    rule: "a rewind goes to the live branch",
    given: [say.input("one"), say.input("two"), say.rewound(3, 4), say.input("three")],
    refused: say.rewound(4, 6),
    accepted: say.rewound(5, 6),
  },
  {
    rule: "the history is not rewound during a turn",
    given: [say.started("t1"), say.input("one")],
    refused: say.rewound(2, 4),
    accepted: say.stopped("t1"),
  },
]

export function legality(scene: Scene): void {
  describe("what is legal", () => {
    it.each(cases)("$rule", async ({ given = [], refused, code = "illegal", accepted }) => {
      const { id, drive } = await beginDriven(scene.store)
      if (given.length > 0) await drive(...given)
      const refusal = await expectRefused(scene.store, id, () => drive(refused), code)
      expect(refusal.details).toMatchObject({ session: id, type: refused.type })
      await drive(accepted)
    })
  })
}
