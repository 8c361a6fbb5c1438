import type { PermissionMode } from "../../../../src/session/event/common.ts"
import type { Phase, StopCode } from "../../../../src/session/event/turn.ts"
import type { EventData, NewEvent } from "../../../../src/session/event.ts"

type EventOfType<T extends Parameters<typeof event>[0]> = Extract<NewEvent, { type: T }>

function event<T extends NewEvent["type"]>(type: T, data: EventData<T>, turn?: string): NewEvent {
  return { type, data, ...(turn === undefined ? {} : { turn }) } as EventOfType<T>
}

const inputOf = (text: string) => `input of ${text.slice(0, 100)}`

// What a person does.

export const input = (text: string, more: Partial<EventData<"input.accepted">> = {}): NewEvent =>
  event("input.accepted", { input: inputOf(text), kind: "send", text, ...more })

export const edited = (text: string, to: string) => event("input.edited", { input: inputOf(text), text: to })
export const withdrawn = (text: string) => event("input.withdrawn", { input: inputOf(text) })
export const described = (data: EventData<"session.described">) => event("session.described", data)
export const permitted = (permissionMode: PermissionMode) => event("session.configured", { permissionMode })
export const cancelled = (turn: string) => event("turn.cancel-requested", { turn })
export const answer = (ask: string, more: Partial<EventData<"ask.answered">> = {}) =>
  event("ask.answered", { ask, answer: "approve", ...more })
export const rewound = (to: number, head: number) => event("history.rewound", { to, head, because: "rewind" })
export const restored = () => event("workspace.restore-started", { turns: [], files: [] })

// What the owner does.

export const consumed = (text: string) => event("input.consumed", { input: inputOf(text), as: "task" })
export const started = (turn: string, task = `task of ${turn}`) => event("turn.started", { task }, turn)
export const moved = (turn: string, from: Phase | null, to: Phase) =>
  event("turn.moved", { from, to, kind: "normal", reasonCode: "next", summary: `on to ${to}` }, turn)
export const stopped = (turn: string, code: StopCode = "answered") =>
  event("turn.stopped", { code, summary: `stopped: ${code}` }, turn)

export const asked = (turn?: string) => event("model.asked", { purpose: "turn", model: "demo" }, turn)
export const answered = (seq: number, text: string, turn?: string) =>
  event("model.answered", { asked: seq, text, finish: "stop", usage: { input: 10, output: 5 } }, turn)
export const failed = (seq: number, turn?: string) =>
  event("model.failed", { asked: seq, kind: "server", message: "overloaded" }, turn)
export const interrupted = (seq: number, text: string, turn?: string) =>
  event("model.interrupted", { asked: seq, reason: "cancelled", text }, turn)

export const called = (call: string, turn?: string) =>
  event("tool.called", { call, name: "shell", arguments: { command: `run ${call}` } }, turn)
export const toolStarted = (call: string, turn?: string) => event("tool.started", { call, readOnly: true }, turn)
export const finished = (call: string, text = `output of ${call}`, turn?: string) =>
  event("tool.finished", { call, status: "ok", output: { text }, changed: [] }, turn)

export const ask = (id: string, turn?: string, more: Partial<EventData<"ask.opened">> = {}) =>
  event("ask.opened", { ask: id, kind: "approval", question: `may I, ${id}?`, ...more }, turn)
export const expired = (id: string, turn?: string) => event("ask.expired", { ask: id, reason: "the turn ended" }, turn)

export const planned = (attempt: string, check: string) =>
  event("done.verification-planned", {
    attempt,
    number: 1,
    checks: [{ id: check, command: "npm test", kind: "test", strength: "tests", source: "project" }],
  })
const checkCall = (attempt: string, check: string) => ({ call: `${attempt}/${check}`, check: { attempt, check } })
export const checkCalled = (attempt: string, check: string, turn?: string) =>
  event("tool.called", { ...checkCall(attempt, check), name: "bash", arguments: { command: "npm test" } }, turn)
export const checkStarted = (attempt: string, check: string, turn?: string) =>
  event("tool.started", { ...checkCall(attempt, check), readOnly: false }, turn)
export const checkFinished = (attempt: string, check: string, turn?: string) => {
  const verdict = { attempt, check, status: "passed", summary: "it passed" } as const
  const { call } = checkCall(attempt, check)
  return event("tool.finished", { call, check: verdict, status: "ok", output: { text: "ok" }, changed: [] }, turn)
}

export const trimmed = (through: number) => event("context.trimmed", { through, tokensBefore: 1000, tokensAfter: 100 })

export const compacted = (through: number, more: Partial<EventData<"context.compacted">> = {}) =>
  event("context.compacted", {
    summary: `what came before ${through}`,
    through,
    removed: through,
    tokensBefore: 1000,
    tokensAfter: 100,
    ...more,
  })
