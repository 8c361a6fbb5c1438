import { expect, it } from "vitest"
import type { Event, EventType } from "../event.ts"
import { knownFacts } from "./known-facts.ts"
import { why } from "./why.ts"

function log(...entries: [type: EventType, data: unknown][]): Event[] {
  return entries.map(([type, data], at) => {
    const by = { kind: "person", name: "ada" }
    const stamp = { id: `e${at}`, session: "s", seq: at + 1, at: "2026-01-01T00:00:00.000Z", by, turn: "t", v: 1 }
    return { ...stamp, type, data } as Event
  })
}

const entries: [EventType, unknown][] = [
  ["turn.started", { task: "x" }],
  ["tool.called", { call: "a", name: "write", arguments: { path: "a.txt" } }],
  [
    "tool.finished",
    { call: "a", status: "ok", output: { text: "" }, changed: [{ path: "/w/a.txt", before: null, after: "1" }] },
  ],
  ["tool.called", { call: "b", name: "bash", arguments: { command: "rm -rf x" } }],
  ["tool.finished", { call: "b", status: "denied", output: { text: "" }, changed: [] }],
]

it("takes the facts of a turn from its events where no stop record has them", () => {
  const explained = why(log(...entries), { driven: false })
  expect(explained && knownFacts(explained, "/w")).toEqual({
    files: [{ path: "a.txt", change: "created" }],
    fileCount: 1,
    checks: [],
    denied: [{ tool: "bash", what: "rm -rf x", seq: 5 }],
  })
})

it("takes them from the stop record where it has them", () => {
  const facts = { files: [], fileCount: 0, generated: 0, commands: 1, checks: [] }
  const explained = why(log(...entries, ["turn.stopped", { code: "answered", summary: "", facts }]), { driven: false })
  expect(explained && knownFacts(explained, "/w")).toEqual(facts)
})
