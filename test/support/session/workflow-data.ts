import fc from "fast-check"
import { checkStatus, strength, workflowMode } from "../../../src/session/event/common.ts"
import { doneStatus } from "../../../src/session/event/done.ts"
import { ledgerList } from "../../../src/session/event/workflow.ts"
import type { EventData, EventType } from "../../../src/session/event.ts"
import { blob, code, count, fraction, idFrom, maybe, oneOf, output, record, seq, text, texts } from "./field.ts"
import { evidence } from "./stop.ts"

type WorkflowType = Extract<EventType, `workflow.${string}` | `done.${string}`>

/** Valid data of what the workflow decides, and of the definition of done and its checks. */
export const workflowData: { readonly [T in WorkflowType]: fc.Arbitrary<EventData<T>> } = {
  "workflow.decided": record({
    kind: oneOf(["route", "handoff", "reentry", "plan_refresh"]),
    mode: oneOf(workflowMode.options),
    reasonCode: code(),
    summary: text(),
    reasonSummary: maybe(text()),
    ambiguity: maybe(fraction()),
    complexity: maybe(fraction()),
    scheduledNextMode: maybe(oneOf(workflowMode.options)),
    message: maybe(text()),
  }),
  "workflow.noted": fc.oneof(
    record({
      kind: oneOf(["completion_check", "completion_continue", "completion_finalize", "clarify_exit", "verify_skip"]),
      mode: oneOf(workflowMode.options),
      reasonCode: code(),
      summary: text(),
      policyStage: maybe(code()),
      policyOutcome: maybe(code()),
      message: maybe(text()),
      evidence: maybe(evidence()),
      observations: maybe(
        fc.array(fc.record({ status: oneOf(checkStatus.options), summary: text() }), { maxLength: 1 }),
      ),
    }),
    record({
      kind: fc.constant("legacy_trace" as const),
      stage: code(),
      outcome: code(),
      reasonCode: code(),
      summary: text(),
      evidenceSummary: maybe(texts()),
    }),
  ),
  "workflow.ledger-changed": record({
    items: fc.array(
      record({
        id: idFrom("item"),
        list: oneOf(ledgerList.options),
        text: fc.string({ minLength: 1, maxLength: 10 }),
        status: oneOf(["open", "contradicted", "active", "changed", "tracked", "reopened"]),
        introducedPhase: code(),
        updatedPhase: maybe(code()),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  "workflow.artifact-written": record({
    artifact: oneOf(["brief", "plan", "verification-plan"]),
    version: fc.integer({ min: 1, max: 9 }),
    body: blob(),
    summary: maybe(text()),
  }),
  "workflow.artifact-edited": record({
    artifact: oneOf(["brief", "plan", "verification-plan"]),
    from: fc.integer({ min: 1, max: 9 }),
    body: blob(),
  }),

  "done.defined": record({ task: text(), ...progress() }),
  "done.changed": record(progress()),
  "done.verification-planned": record({
    attempt: idFrom("attempt"),
    number: fc.integer({ min: 1, max: 9 }),
    checks: fc.array(
      record({
        id: idFrom("check"),
        command: text(),
        kind: oneOf(["lint", "typecheck", "test", "build", "runtime"]),
        strength: oneOf(strength.options),
        source: oneOf(["project", "instructions", "person", "model"]),
      }),
      { maxLength: 3 },
    ),
    supersedes: maybe(idFrom("attempt")),
    strongest: maybe(oneOf(strength.options)),
    uncovered: maybe(texts()),
  }),
  "done.verification-started": record({ attempt: idFrom("attempt"), check: idFrom("check"), command: text() }),
  "done.verification-finished": record({
    started: seq(),
    attempt: idFrom("attempt"),
    check: idFrom("check"),
    status: oneOf(checkStatus.options),
    summary: text(),
    exitCode: maybe(count()),
    output: maybe(output()),
  }),
  "done.verification-gone-stale": record({ attempt: idFrom("attempt"), because: text(), path: maybe(text()) }),
}

function progress() {
  return {
    status: maybe(oneOf(doneStatus.options)),
    criteria: maybe(fc.array(fc.record({ id: idFrom("criterion"), text: text() }), { maxLength: 2 })),
    items: maybe(
      fc.array(fc.record({ id: idFrom("item"), text: text(), state: oneOf(["pending", "active", "completed"]) }), {
        maxLength: 2,
      }),
    ),
    retries: maybe(count()),
  }
}
