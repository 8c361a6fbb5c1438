import type { EventData } from "../../../src/session/event.ts"
import type { Line } from "./example.ts"

// One event of an example each, with what the example does not care about filled in.

export const opened: Line = ["session.opened", { workspace: "/work", project: "/project" }]
export const started = (task = "task", turn = "turn-1"): Line => ["turn.started", { task }, { turn }]
export const stopped = (code: EventData<"turn.stopped">["code"] = "answered", turn = "turn-1"): Line => [
  "turn.stopped",
  { code, summary: "It stopped." },
  { turn },
]
export const send = (input: string, text = input): Line => ["input.accepted", { input, kind: "send", text }]
export const queue = (input: string, text = input): Line => ["input.accepted", { input, kind: "queue", text }]
export const consumed = (input: string): Line => ["input.consumed", { input, as: "task" }]
export const asked = (purpose: EventData<"model.asked">["purpose"] = "turn"): Line => [
  "model.asked",
  { purpose, model: "scripted/model" },
]
export const answered = (to: number, text: string, ...calls: string[]): Line => [
  "model.answered",
  {
    asked: to,
    text,
    finish: "stop",
    ...(calls.length > 0 ? { calls: calls.map((call) => ({ call, name: "read" })) } : {}),
  },
]
export const called = (call: string): Line => ["tool.called", { call, name: "read", arguments: { path: call } }]
export const startedTool = (call: string): Line => ["tool.started", { call, readOnly: true }]
export const finished = (call: string, text = "ok"): Line => [
  "tool.finished",
  { call, status: "ok", output: { text }, changed: [] },
]
export const trimmed = (through: number): Line => ["context.trimmed", { through, tokensBefore: 100, tokensAfter: 10 }]
export const rewound = (to: number, head: number): Line => ["history.rewound", { to, head, because: "rewind" }]
export const compacted = (through: number, more: Partial<EventData<"context.compacted">> = {}): Line => [
  "context.compacted",
  { summary: "What was said.", through, removed: 2, tokensBefore: 100, tokensAfter: 10, ...more },
]
