import { describe, expect, it } from "vitest"
import { type Line, logOf, stateOf } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import { apply } from "./fold.ts"
import { assertLegal } from "./legal.ts"
import { limits } from "./limits.ts"
import type { Input, SessionState } from "./state.ts"

type Row = {
  /** The nth of what there may be a limited number of. */
  one: (n: number) => Line[]
  limit: number
  held: (state: SessionState) => number
  says: string
  /** What makes room for one more. */
  makesRoom?: Line
  before?: Line[]
}

const ask = (n: number): Line => ["ask.opened", { ask: `ask ${n}`, kind: "approval", question: "?", call: `call ${n}` }]
const approve = (n: number, scope: "once" | "session"): Line[] => [
  ask(n),
  ["ask.answered", { ask: `ask ${n}`, answer: "approve", scope }],
]
const longest = (input: string) => say.send(input, "x".repeat(limits.text))

const heldInput: Input = {
  seq: 2,
  input: "a",
  kind: "queue",
  text: "y".repeat(limits.text - 1),
  attachments: [],
  require: null,
  by: { kind: "person", name: "ada" },
}

const rows: Record<string, Row> = {
  "waiting inputs": {
    one: (n) => [say.send(`input ${n}`)],
    limit: limits.waitingInputs,
    held: ({ log }) => log.inputs.waiting.length,
    says: "1024 inputs wait already. Withdraw one, or let the queue drain",
    makesRoom: ["input.withdrawn", { input: "input 7" }],
  },
  "ledger items": {
    one: (n) => [
      [
        "workflow.ledger-changed",
        { items: [{ id: `${n}`, list: "assumptions", text: "t", status: "open", introducedPhase: "plan" }] },
      ],
    ],
    limit: limits.ledgerItems,
    held: ({ branch }) => branch.ledger.length,
    says: "the ledger would hold 1025 items, and its limit is 1024. Change an existing item",
  },
  "open calls": {
    one: (n) => [say.called(`call ${n}`)],
    limit: limits.openTools,
    held: ({ log }) => log.intents.tools.length,
    says: "256 calls are open already. Record the outcome of one first",
    makesRoom: say.finished("call 7"),
  },
  "open asks": {
    one: (n) => [ask(n)],
    limit: limits.openAsks,
    held: ({ log }) => log.asks.open.length,
    says: "256 asks are open already. Have one answered, or let it expire first",
    makesRoom: ["ask.expired", { ask: "ask 7", reason: "" }],
  },
  "approvals of one call each": {
    one: (n) => approve(n, "once"),
    limit: limits.grants,
    held: ({ log }) => log.grants.length,
    says: "256 approvals of one call each stand already. Let a call that was approved finish first",
    makesRoom: say.finished("call 7"),
  },
  "approvals for the session": {
    one: (n) => approve(n, "session"),
    limit: limits.grants,
    held: ({ log }) => log.grants.length,
    says: "256 approvals for the whole session stand already. Approve it once",
  },
}

const many = ({ before = [], one }: Row, count: number) => [
  ...before,
  ...Array.from({ length: count }, (_, n) => one(n)).flat(),
]

function attempt(state: SessionState, line: Line | undefined): void {
  if (!line) throw new Error("nothing was attempted")
  const [type, data] = line
  assertLegal(state, { type, data })
}

describe.each(Object.entries(rows))("%s", (_, row) => {
  const more = row.one(row.limit)
  const full = [...many(row, row.limit), ...more.slice(0, -1)]

  it("may be as many as the limit says, and the refusal of one more says what to do", () => {
    attempt(stateOf(...many(row, row.limit - 1), ...more.slice(0, -1)), more.at(-1))
    expect(row.held(stateOf(...full))).toBe(row.limit)
    expect(() => attempt(stateOf(...full), more.at(-1))).toThrow(
      expect.objectContaining({ code: "illegal", message: expect.stringContaining(row.says) }),
    )
    if (row.makesRoom) attempt(stateOf(...full, row.makesRoom), more.at(-1))
  })

  it("are no more in the state of a log from elsewhere", () => {
    expect(row.held(stateOf(...many(row, row.limit + 3)))).toBe(row.limit)
  })
})

describe("at the limit", () => {
  it("an interrupt is taken before what waits, in a log from elsewhere", () => {
    const waiting = Array.from({ length: limits.waitingInputs }, (_, n) => say.send(`${n}`))
    const state = stateOf(...waiting, ["input.accepted", { input: "now", kind: "interrupt", text: "", turn: "t" }])
    expect(state.log.inputs.waiting).toHaveLength(limits.waitingInputs)
    expect(state.log.inputs.waiting[0]?.input).toBe("now")
    expect(state.branch.waiting).toHaveLength(limits.waitingInputs)
  })

  it("a ledger item can be changed, a denial given, and an approval once", () => {
    const item = { id: "0", list: "assumptions", text: "t", status: "changed", introducedPhase: "plan" } as const
    const { "ledger items": ledger, "approvals for the session": approvals } = rows
    if (!ledger || !approvals) throw new Error("the table has no such rows")
    attempt(stateOf(...many(ledger, ledger.limit)), ["workflow.ledger-changed", { items: [item] }])
    const approved = stateOf(...many(approvals, approvals.limit), ask(0))
    attempt(approved, ["ask.answered", { ask: "ask 0", answer: "approve" }])
    attempt(approved, ["ask.answered", { ask: "ask 0", answer: "deny" }])
  })

  it("the texts that wait are counted together, those that are edited too", () => {
    const fitting = Array.from({ length: limits.waitingText / limits.text - 1 }, (_, n) => longest(`${n}`))
    attempt(stateOf(...fitting), longest("a"))
    const full = stateOf(...fitting, longest("a"))
    const refusal = expect.objectContaining({ message: expect.stringContaining("attach the text as a file") })
    expect(() => attempt(full, say.send("b", "x"))).toThrow(refusal)
    attempt(full, ["input.edited", { input: "a", text: "y".repeat(limits.text) }])
    const short = stateOf(...fitting, say.send("a", ""), say.send("b", "x"))
    expect(() => attempt(short, ["input.edited", { input: "a", text: "x".repeat(limits.text) }])).toThrow(refusal)
  })

  it("the names of what is attached are counted with the texts", () => {
    const attachments = Array.from({ length: limits.attachments }, () => ({
      blob: "a".repeat(64),
      bytes: 1,
      name: "n".repeat(limits.path),
    }))
    const heavy = (input: string): Line => ["input.accepted", { input, kind: "send", text: "", attachments }]
    const full = Array.from({ length: limits.waitingText / limits.attachments / limits.path }, (_, n) => heavy(`${n}`))
    attempt(stateOf(...full.slice(1)), heavy("a"))
    expect(() => attempt(stateOf(...full), heavy("a"))).toThrow(/attach the text as a file/)
    expect(stateOf(...full, heavy("a")).log.inputs.waiting).toHaveLength(full.length)
  })

  it("an input can be made shorter, whatever waits beside it", () => {
    const waiting = Array.from({ length: 40 }, (_, n) => ({ ...heldInput, input: `${n}` }))
    const state = stateOf()
    const over = { ...state, log: { ...state.log, inputs: { waiting, held: false } } }
    attempt(over, ["input.edited", { input: "0", text: "x" }])
    expect(() => attempt(over, ["input.edited", { input: "0", text: `${heldInput.text}x` }])).toThrow(/their limit is/)
  })

  it("no more text waits in a log from elsewhere than the limit says", () => {
    const { waiting } = stateOf(...Array.from({ length: 40 }, (_, n) => longest(`${n}`))).log.inputs
    expect(waiting.map(({ input }) => input)).toEqual(Array.from({ length: 16 }, (_, n) => `${n}`))
    const short = Array.from({ length: 17 }, (_, n) => say.send(`${n}`, "x"))
    const edits = short.map((_, n): Line => ["input.edited", { input: `${n}`, text: "x".repeat(limits.text) }])
    expect(stateOf(...short, ...edits).log.inputs.waiting).toHaveLength(16)
  })

  it("the texts of the ledger are counted together, and can be made shorter", () => {
    const piece = "e".repeat(limits.note)
    const item = (id: number, pieces: number): Line => {
      const evidence = Array(pieces).fill(piece)
      const fields = { list: "assumptions", text: "t", status: "open", introducedPhase: "plan", evidence } as const
      return ["workflow.ledger-changed", { items: [{ id: `${id}`, ...fields }] }]
    }
    const heaviest = (id: number) => item(id, limits.ledgerEvidence)
    const count = Math.floor(limits.ledgerText / (limits.note * limits.ledgerEvidence))
    const full = stateOf(...Array.from({ length: count - 1 }, (_, n) => heaviest(n)))
    attempt(full, item(count, limits.ledgerEvidence - 1))
    expect(() => attempt(full, heaviest(count))).toThrow(/the ledger would hold \d+ characters, and its limit is/)
    attempt(full, item(0, 1))
    const { ledger } = stateOf(...Array.from({ length: count + 3 }, (_, n) => heaviest(n))).branch
    expect(ledger).toHaveLength(count - 1)
  })

  it("a rewind goes back further than the newest piece, and one from elsewhere leaves the oldest", () => {
    const pieces = Array.from({ length: limits.liveRanges - 1 }, (_, n) => ({ from: 10 * n + 1, to: 10 * n + 5 }))
    const last = limits.liveRanges * 10
    const state = { ...stateOf(), seq: last + 9, live: [...pieces, { from: last, to: null }] }
    const end = pieces.at(-1)?.to ?? 0
    expect(() => attempt(state, say.rewound(last + 1, last + 9))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`is made of 1024 pieces already. Go back to seq ${end} or earlier`),
      }),
    )
    attempt(state, say.rewound(end, last + 9))

    const [rewind] = logOf(say.rewound(last + 1, last + 9))
    if (!rewind) throw new Error("there is no rewind")
    const { live } = apply(state, { ...rewind, seq: last + 10 })
    expect(live).toHaveLength(limits.liveRanges)
    expect(live.at(-1)).toEqual({ from: last + 10, to: null })
  })
})
