import type { Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"

/** Weakest first: how much a passing check proves. */
const strengths = ["exists", "parses", "builds", "tests"] as const satisfies readonly Strength[]

export const rankOf = (strength: Strength): number => strengths.indexOf(strength)

export const atLeast = (strength: Strength, needed: Strength): boolean => rankOf(strength) >= rankOf(needed)

const stronger = (one: Strength, other: Strength): Strength => (atLeast(one, other) ? one : other)

/** The strongest of them; nothing at all proves no more than that a file exists. */
export const strongestOf = (all: readonly Strength[]): Strength => all.reduce<Strength>(stronger, "exists")

/** What a command proves that a person described by its kind alone. A linter has to parse, and a start shows that it loads. */
export const strengthOfKind = {
  runtime: "builds",
  lint: "parses",
  typecheck: "builds",
  build: "builds",
  test: "tests",
} as const satisfies Record<Check["kind"], Strength>
