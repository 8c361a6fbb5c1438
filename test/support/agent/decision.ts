import { type Action, decide, type Situation } from "../../../src/agent/turn/decide.ts"
import { defaultLimits, type Limits } from "../../../src/agent/turn/limits.ts"
import type { StopCode } from "../../../src/session/event/turn.ts"
import type { EventData } from "../../../src/session/event.ts"
import { type Line, stateOf } from "../session/example.ts"
import { answered, asked, started } from "../session/say.ts"

// Event 1 opens the session: the first line of an example is event 2, and each is a second after the one before.
export const next = (lines: readonly Line[], limits: Partial<Limits> = {}, now = 100_000): Action =>
  decide(stateOf(...lines), situation(limits, now))

export function situation(limits: Partial<Limits> = {}, now = 100_000): Situation {
  return { limits: { ...defaultLimits, ...limits }, now, onlyLooks: (name) => name === "read" }
}

export const stopOf = (lines: readonly Line[], limits: Partial<Limits> = {}): StopCode | Action["do"] => {
  const action = next(lines, limits)
  return action.do === "stop" ? action.stop.code : action.do
}

export const names = (action: Action) => ("calls" in action ? action.calls.map(({ call }) => call) : undefined)

export const cancel: Line = ["turn.cancel-requested", { turn: "turn-1" }]
export const input = (kind: "send" | "queue" | "steer" | "interrupt", id: string): Line => [
  "input.accepted",
  { input: id, kind, text: id, ...(kind === "interrupt" ? { turn: "turn-1" } : {}) },
]
export const owned: Line = ["session.owned", { ownerType: "Agent", ownerPath: "agent", host: "here", epoch: 1 }]
export const command = (call: string): Line => ["tool.called", { call, name: "bash", arguments: { command: "make" } }]
export const ask = (id: string, call?: string): Line => [
  "ask.opened",
  { ask: id, kind: call ? "approval" : "question", question: "May it?", ...(call ? { call } : {}) },
]
export const approve = (id: string): Line => ["ask.answered", { ask: id, answer: "approve" }]
export const failedCall = (to: number, kind: EventData<"model.failed">["kind"], retryAt?: number): Line => [
  "model.failed",
  { asked: to, kind, message: `It failed: ${kind}.`, ...(retryAt ? { retryAt: new Date(retryAt).toISOString() } : {}) },
]
export const ended = (call: string, status: EventData<"tool.finished">["status"], changed: string[] = []): Line => [
  "tool.finished",
  { call, status, output: { text: status }, changed: changed.map((path) => ({ path, before: null, after: null })) },
]
export const said = (to: number, text: string, finish: string, usage?: EventData<"model.answered">["usage"]): Line => [
  "model.answered",
  { asked: to, text, finish, ...(usage ? { usage } : {}) },
]
// Events 2 to 4, and 5 to 4 + calls.
export const step = (...calls: Line[]): Line[] => [
  started(),
  asked(),
  answered(3, "", ...calls.map(([, data]) => (data as EventData<"tool.called">).call)),
  ...calls,
]
