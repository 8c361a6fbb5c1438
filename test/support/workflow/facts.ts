import fc from "fast-check"
import { checkStatus } from "../../../src/session/event/common.ts"
import type { Check } from "../../../src/session/event/done.ts"
import type { NetChange } from "../../../src/session/view/acts.ts"
import type { CheckResult, Facts } from "../../../src/workflow/verdict/facts.ts"
import { originalsProbes } from "../../../src/workflow/verdict/probe.ts"

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "binary", maxLength: 12 }))
const few = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.array(of, { maxLength: 3 }) })
const rarely = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: of })
const path = fc.oneof(
  fc.constantFrom("src/a.ts", "README.md", "a.test.ts", "Makefile", "/etc/hosts", "data.json"),
  text,
)
const strength = fc.constantFrom("exists", "parses", "builds", "tests")
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant("passed" as const) },
  { weight: 1, arbitrary: fc.constantFrom(...checkStatus.options) },
)
const seq = fc.integer({ min: 1, max: 99 })

const check: fc.Arbitrary<Check> = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  command: fc.oneof(fc.constantFrom("npm test", "pytest", "echo ok", "pytest || true", "bash -n a.sh"), text),
  kind: fc.constantFrom("test", "lint", "typecheck", "build", "runtime"),
  strength,
  source: fc.constantFrom("project", "person", "instructions", "model"),
})

const change: fc.Arbitrary<NetChange> = fc
  .record({
    path,
    change: fc.constantFrom("created", "changed", "deleted"),
    kind: rarely(fc.constantFrom("directory", "link", "mode")),
    hash: text,
    seq,
  })
  .map(({ path, change, kind, hash, seq }) => ({
    path,
    change,
    ...(kind ? { kind } : {}),
    before: change === "created" ? null : "before",
    after: change === "deleted" ? null : hash,
    first: seq,
    seq,
  }))

const result = fc.record({
  status,
  by: fc.constantFrom("holdfast" as const, "model" as const),
  summary: fc.option(text),
  seq: fc.option(seq),
  isOld: fc.boolean(),
  isKnown: fc.boolean(),
})

/** Any facts that hang together: each check on offer has one result or none, and probes are those that can be due. */
export const arbitraryFacts: fc.Arbitrary<Facts> = fc
  .record({
    files: fc.array(change, { maxLength: 4 }),
    generated: fc.nat({ max: 9 }),
    unwatched: rarely(text),
    commands: fc.nat({ max: 3 }),
    acted: fc.boolean(),
    isPutBack: fc.boolean(),
    checks: fc.uniqueArray(fc.record({ check, result: fc.option(result, { freq: 8 }) }), {
      maxLength: 3,
      selector: ({ check }) => check.id,
    }),
    strongest: strength,
    uncovered: few(path),
    weaker: few(fc.record({ path, strength })),
    reasons: few(text),
    touched: few(path),
    hollow: few(fc.record({ path, code: text })),
    altered: few(path),
    running: few(text),
    open: few(text),
    failedWrites: few(fc.record({ path, error: text, seq })),
    failedEdits: few(fc.record({ path, error: text, seq })),
    denied: few(fc.record({ tool: text, what: text, seq })),
    isBlocked: fc.boolean(),
    isReplaced: fc.boolean(),
    probed: fc.array(fc.option(status), { maxLength: 3 }),
  })
  .map(({ checks, strongest, uncovered, weaker, reasons, isBlocked, isReplaced, probed, ...facts }) => {
    const results: CheckResult[] = checks.flatMap(({ check, result }) => (result ? [{ check, ...result }] : []))
    const found: Facts = {
      ...facts,
      plan: { checks: checks.map(({ check }) => check), strongest, uncovered, weaker, reasons },
      results,
      unrun: checks.flatMap(({ check, result }) => (result ? [] : [check])),
      original: [],
      probes: [],
      blocked: isBlocked ? facts.denied : [],
      unwritten: isReplaced ? [] : facts.failedWrites,
    }
    const probes = originalsProbes(found).flatMap((check, index): CheckResult[] => {
      const status = probed[index]
      return status ? [{ check, status, by: "holdfast", summary: null, seq: 1, isOld: false, isKnown: false }] : []
    })
    return { ...found, probes }
  })
