import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dataArbitraries } from "../../test/support/session/event-data.ts"
import { type EventType, eventSchemas, eventVersions } from "./event.ts"
import { blobsOf, policies, policyOf, searchableText } from "./policy.ts"

const types = Object.keys(eventSchemas) as EventType[]
const hash = (digit: string) => digit.repeat(64)
const ref = (digit: string) => ({ blob: hash(digit), bytes: 1 })

describe("the policy of events", () => {
  it("decides on every type, and on nothing else", () => {
    expect(Object.keys(policies).sort()).toEqual([...types].sort())
    expect(Object.keys(eventVersions).sort()).toEqual([...types].sort())
  })

  it("fsyncs what a person wrote as a person's intent", () => {
    for (const type of types)
      if (policyOf(type).writer === "person") expect([type, policyOf(type).durability]).toEqual([type, "person"])
  })

  it("fsyncs before it starts whatever has an outcome", () => {
    const intents: EventType[] = [
      "model.asked",
      "tool.started",
      "done.verification-started",
      "workspace.restore-started",
    ]
    expect(types.filter((type) => policyOf(type).durability === "intent").sort()).toEqual(intents.sort())
  })

  it("finds text and blobs in any valid event", () => {
    for (const type of types) {
      fc.assert(
        fc.property(dataArbitraries[type] as fc.Arbitrary<unknown>, (data) => {
          expect(searchableText({ type, data })).not.toBe("")
          for (const blob of blobsOf({ type, data })) expect(blob).toMatch(/^[0-9a-f]{64}$/)
        }),
        { numRuns: 20 },
      )
    }
  })
})

describe("searchable text", () => {
  it.each<[EventType, unknown, string | undefined]>([
    ["session.opened", { workspace: "/w", project: "/p" }, undefined],
    ["session.described", { title: "Kelp", tags: ["red", "blue"] }, "Kelp\nred\nblue"],
    ["session.configured", { model: "a/b" }, undefined],
    ["input.accepted", { input: "i", kind: "send", text: "hello" }, "hello"],
    ["input.accepted", { input: "i", kind: "send", text: "" }, undefined],
    ["turn.stopped", { code: "crashed", summary: "It crashed.", missing: ["a test"] }, "It crashed.\na test"],
    ["model.answered", { asked: 1, text: "the answer", reasoning: "because", finish: "stop" }, "the answer\nbecause"],
    ["model.interrupted", { asked: 1, reason: "crashed", text: "half" }, "half"],
    ["tool.called", { call: "c", name: "grep", arguments: { pattern: "kelp", limit: 3 } }, "grep\nkelp"],
    ["tool.finished", { call: "c", status: "ok", output: { text: "found" }, changed: [] }, "found"],
    ["ask.opened", { ask: "a", kind: "question", question: "Which?", details: "red or blue" }, "Which?\nred or blue"],
    ["workspace.saved", { change: { path: "a.ts", before: null, after: null } }, "a.ts"],
    ["history.rewound", { to: 1, head: 2, because: "rewind" }, undefined],
  ])("of %s %j is %j", (type, data, text) => {
    expect(searchableText({ type, data })).toBe(text)
  })
})

describe("the blobs that an event keeps alive", () => {
  it.each<[EventType, unknown, string[]]>([
    ["input.accepted", { input: "i", kind: "send", text: "", attachments: [{ ...ref("a"), name: "x" }] }, ["a"]],
    [
      "prompt.built",
      {
        format: "f",
        mode: "plan",
        sections: [
          { name: "1", body: ref("a") },
          { name: "2", body: ref("b") },
        ],
      },
      ["a", "b"],
    ],
    [
      "tool.started",
      {
        call: "c",
        readOnly: false,
        files: [
          { path: "x", before: null, after: null, preImage: ref("c") },
          { path: "y", before: null, after: null },
        ],
      },
      ["c"],
    ],
    ["tool.finished", { call: "c", status: "ok", output: { text: "", whole: ref("d") }, changed: [] }, ["d"]],
    ["tool.finished", { call: "c", status: "ok", output: { text: "" }, changed: [] }, []],
    ["workflow.artifact-written", { artifact: "plan", version: 1, body: ref("e") }, ["e"]],
    ["turn.started", { task: "" }, []],
  ])("%s", (type, data, digits) => {
    expect(blobsOf({ type, data })).toEqual(digits.map(hash))
  })
})
