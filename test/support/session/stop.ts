import fc from "fast-check"
import { checkStatus, type Evidence, strength } from "../../../src/session/event/common.ts"
import type { TurnFacts } from "../../../src/session/event/turn-facts.ts"
import { code, count, maybe, oneOf, record, seq, text, texts } from "./field.ts"

/** What a stop record stands on. */
export function evidence(): fc.Arbitrary<Evidence[]> {
  return fc.array(
    fc.record({
      category: code(),
      source: code(),
      summary: text(),
      status: oneOf(["supporting", "contradicted", "missing", "context"]),
    }),
    { maxLength: 2 },
  )
}

export function facts(): fc.Arbitrary<TurnFacts> {
  return record({
    files: few(
      record({
        path: text(),
        change: oneOf(["created", "changed", "deleted"]),
        kind: maybe(oneOf(["directory", "link", "mode"])),
      }),
    ),
    fileCount: count(),
    generated: count(),
    unwatched: maybe(text()),
    commands: count(),
    checks: few(
      record({
        command: text(),
        status: oneOf(checkStatus.options),
        strength: oneOf(strength.options),
        by: oneOf(["holdfast", "model"]),
        summary: maybe(text()),
        seq: maybe(seq()),
      }),
    ),
    uncovered: maybe(texts()),
    touched: maybe(texts()),
    open: maybe(texts()),
    running: maybe(texts()),
    failedWrites: maybe(few(fc.record({ path: text(), error: text(), seq: seq() }))),
    failedEdits: maybe(few(fc.record({ path: text(), error: text(), seq: seq() }))),
    denied: maybe(few(fc.record({ tool: text(), what: text(), seq: seq() }))),
  })
}

function few<T>(each: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(each, { maxLength: 2 })
}
