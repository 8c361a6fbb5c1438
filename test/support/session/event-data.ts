import fc from "fast-check"
import { effort, permissionMode, workflowMode } from "../../../src/session/event/common.ts"
import { requirement } from "../../../src/session/event/input.ts"
import { purpose } from "../../../src/session/event/model.ts"
import { phase, type StopCode, stopCodes } from "../../../src/session/event/turn.ts"
import type { EventData, EventType } from "../../../src/session/event.ts"
import {
  blob,
  code,
  count,
  fileChange,
  hash,
  idFrom,
  maybe,
  oneOf,
  orNull,
  output,
  record,
  seq,
  text,
  texts,
  usage,
} from "./field.ts"
import { evidence, facts } from "./stop.ts"
import { workflowData } from "./workflow-data.ts"

/** Valid data of every type. Ids come from small pools, so that events often speak of the same things. */
export const dataArbitraries: { readonly [T in EventType]: fc.Arbitrary<EventData<T>> } = {
  "session.opened": record({
    workspace: fc.constant("/work"),
    project: fc.constant("/project"),
    title: maybe(fc.string({ minLength: 1, maxLength: 20 })),
    parent: maybe(fc.record({ session: idFrom("s"), seq: seq() })),
    startedBy: maybe(fc.record({ session: idFrom("s"), seq: seq() })),
  }),
  "session.configured": record({
    model: maybe(orNull(text())),
    baseUrl: maybe(orNull(fc.constantFrom("http://127.0.0.1:8000/v1", "https://models.test/v1"))),
    mode: maybe(orNull(oneOf(workflowMode.options))),
    permissionMode: maybe(oneOf(permissionMode.options)),
    effort: maybe(orNull(oneOf(effort.options))),
    prompting: maybe(fc.boolean()),
    ruleCounts: maybe(fc.record({ allow: count(), deny: count(), ask: count() })),
    rulesSource: maybe(orNull(text())),
  }),
  "session.described": record({
    title: maybe(fc.string({ minLength: 1, maxLength: 20 })),
    tags: maybe(fc.array(oneOf(["red", "blue"]), { maxLength: 2 })),
    pinned: maybe(fc.boolean()),
    archived: maybe(fc.boolean()),
    trashed: maybe(fc.boolean()),
  }),
  "session.left": record({}),
  "session.owned": record({
    ownerType: oneOf(["Agent", "RuntimeHandle"]),
    ownerPath: oneOf(["public-agent", "runtime-handle"]),
    host: text(),
    pid: maybe(count()),
    epoch: fc.integer({ min: 1, max: 9 }),
    lost: maybe(oneOf(["alone", "with-others", "host-restart"])),
  }),

  "input.accepted": record({
    input: idFrom("input"),
    kind: oneOf(["send", "queue", "steer", "interrupt"]),
    text: text(),
    typed: maybe(count()),
    attachments: maybe(
      fc.array(
        blob().map((ref) => ({ ...ref, name: "a.png" })),
        { maxLength: 1 },
      ),
    ),
    turn: maybe(idFrom("turn")),
    require: maybe(oneOf(requirement.options)),
  }),
  "input.edited": record({ input: idFrom("input"), text: text() }),
  "input.withdrawn": record({ input: idFrom("input") }),
  "input.consumed": record({ input: idFrom("input"), as: oneOf(["task", "steer"]) }),

  "turn.started": record({
    task: text(),
    input: maybe(idFrom("input")),
    resumes: maybe(idFrom("turn")),
    require: maybe(oneOf(requirement.options)),
  }),
  "turn.moved": record({
    from: orNull(oneOf(phase.options)),
    to: oneOf(phase.options),
    kind: oneOf(["normal", "retry", "reroute", "recovery", "terminal"]),
    reasonCode: code(),
    summary: text(),
  }),
  "turn.cancel-requested": record({ turn: maybe(idFrom("turn")), reason: maybe(text()) }),
  "turn.resume-requested": record({ turn: maybe(idFrom("turn")) }),
  "turn.stopped": record({
    code: oneOf(Object.keys(stopCodes) as StopCode[]),
    summary: text(),
    facts: maybe(facts()),
    unmet: maybe(oneOf(requirement.options)),
    evidence: maybe(evidence()),
    missing: maybe(texts()),
    during: maybe(fc.record({ seq: seq(), what: text() })),
  }),

  ...workflowData,

  "prompt.built": record({
    format: oneOf(["native", "react"]),
    mode: oneOf(workflowMode.options),
    permissionMode: maybe(oneOf(permissionMode.options)),
    task: maybe(text()),
    sections: fc.array(fc.record({ name: code(), body: blob() }), { maxLength: 2 }),
    tokens: maybe(count()),
  }),

  "model.asked": record({ purpose: oneOf(purpose.options), model: code(), prompt: maybe(seq()) }),
  "model.answered": record({
    asked: seq(),
    text: text(),
    reasoning: maybe(text()),
    calls: maybe(fc.array(fc.record({ call: idFrom("call"), name: code() }), { maxLength: 2 })),
    usage: maybe(usage()),
    finish: oneOf(["stop", "tool-calls", "length"]),
  }),
  "model.failed": record({
    asked: seq(),
    kind: oneOf(["rate-limit", "server", "auth"]),
    message: text(),
    text: maybe(text()),
    usage: maybe(usage()),
  }),
  "model.interrupted": record({
    asked: seq(),
    reason: oneOf(["cancelled", "superseded", "crashed", "left", "time-limit"]),
    text: text(),
    usage: maybe(usage()),
  }),

  "tool.called": record({
    call: idFrom("call"),
    name: code(),
    arguments: fc.dictionary(fc.string({ maxLength: 5 }), text(), { maxKeys: 2 }),
    argumentsHash: maybe(hash()),
    check: maybe(record({ attempt: idFrom("attempt"), check: idFrom("check") })),
  }),
  "tool.started": record({
    call: idFrom("call"),
    readOnly: fc.boolean(),
    check: maybe(record({ attempt: idFrom("attempt"), check: idFrom("check") })),
  }),
  "tool.finished": record({
    call: idFrom("call"),
    status: oneOf(["ok", "error", "denied", "skipped", "interrupted", "unknown"]),
    output: output(),
    changed: fc.array(fileChange(), { maxLength: 1 }),
  }),

  "ask.opened": record({
    ask: idFrom("ask"),
    kind: oneOf(["approval", "question"]),
    question: text(),
    call: maybe(idFrom("call")),
    argumentsHash: maybe(hash()),
    round: maybe(fc.integer({ min: 1, max: 2 })),
  }),
  "ask.answered": record({
    ask: idFrom("ask"),
    answer: oneOf(["approve", "deny", "choice", "text"]),
    scope: maybe(oneOf(["once", "session", "always"])),
    text: maybe(text()),
  }),
  "ask.expired": record({ ask: idFrom("ask"), reason: text() }),

  "context.compacted": record({
    summary: text(),
    through: seq(),
    from: maybe(seq()),
    removed: count(),
    tokensBefore: count(),
    tokensAfter: count(),
    constraints: maybe(fc.array(text(), { maxLength: 2 })),
    notes: maybe(text()),
  }),
  "context.trimmed": record({ through: seq(), tokensBefore: count(), tokensAfter: count() }),
  "context.compact-requested": record({ focus: maybe(text()) }),
  "context.kept": record({ because: text() }),

  "workspace.saved": record({ change: fileChange(), preImage: maybe(blob()) }),
  "workspace.restore-started": record({
    turns: fc.array(idFrom("turn"), { maxLength: 2 }),
    files: fc.array(fileChange(), { maxLength: 2 }),
  }),
  "workspace.restored": record({
    started: seq(),
    turns: fc.array(idFrom("turn"), { maxLength: 2 }),
    changed: fc.array(fileChange(), { maxLength: 2 }),
  }),
  "history.rewound": record({ to: seq(), head: seq(), because: oneOf(["rewind", "edit", "regenerate"]) }),
}
