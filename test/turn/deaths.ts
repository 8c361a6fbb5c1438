import type { Random } from "../crash/random.ts"
import type { Death } from "./death.ts"
import type { Boundary } from "./equivalence.ts"

/** The deaths of one run, one process after the other. */
export type Plan = readonly Death[]

/** Every boundary, after it and just before; some instants of everything that is done between two; and at each boundary a second death soon after. */
export function everyPlan(boundaries: readonly Boundary[], random: Random): Plan[] {
  const within = boundaries.filter(({ lastsMs }) => lastsMs > 0)
  return [
    ...boundaries.flatMap(({ commit }) => [[at(commit)], [justBefore(commit)]]),
    ...within.flatMap((boundary) => [1, 2, 3].map(() => [inside(boundary, random)])),
    ...boundaries.map(({ commit }) => [at(commit), at(random.between(1, 4))]),
    ...within.map((boundary) => [inside(boundary, random), at(random.between(1, 4)), at(1)]),
  ]
}

/**
 * One boundary of each kind that no scenario before has `tried`, and just before those of tools and checks; where there
 * are several new ones, also one instant inside of what lasts longest, and one death in the middle of recovery.
 */
export function corePlans(boundaries: readonly Boundary[], random: Random, tried: Set<string>): Plan[] {
  const kinds = new Map(boundaries.map((boundary) => [boundary.kind, boundary]))
  for (const kind of tried) kinds.delete(kind)
  for (const kind of kinds.keys()) tried.add(kind)
  const [first, ...others] = [...kinds.values()].sort((one, other) => other.lastsMs - one.lastsMs)
  const single = [
    ...[...kinds.values()].map(({ commit }) => [at(commit)]),
    ...[...kinds.values()].flatMap(({ type, commit }) => (isAction(type) ? [[justBefore(commit)]] : [])),
  ]
  if (!first || kinds.size < several) return single
  return [...single, [inside(first, random)], [at(random.pick([first, ...others]).commit), at(random.between(1, 4))]]
}

/** Where a plan kills: an instant inside of something differs with the times that a run takes, and has no name. */
export function planName(plan: Plan): string {
  return plan.map(deathName).join(", then ")
}

function deathName(death: Death): string {
  switch (death.kind) {
    case "commit":
      return `${death.afterMs === undefined ? "at" : "after"} commit ${death.commit}`
    case "before-commit":
      return `before commit ${death.commit}`
    case "type":
      return `at ${death.type}`
    case "streamed":
      return `at ${death.characters} characters`
    case "never":
      return "never"
    default:
      return death satisfies never
  }
}

const several = 4

const isAction = (type: string) => type.startsWith("tool.")

/** The part of a run that differs from any other: from the first call of the model on. */
export function fromFirstCall(boundaries: readonly Boundary[]): readonly Boundary[] {
  return boundaries.slice(boundaries.findIndex(({ type }) => type === "model.asked"))
}

function at(commit: number): Death {
  return { kind: "commit", commit }
}

function justBefore(commit: number): Death {
  return { kind: "before-commit", commit }
}

function inside({ commit, lastsMs }: Boundary, random: Random): Death {
  return { kind: "commit", commit, afterMs: (lastsMs * random.between(0, 1000)) / 1000 }
}
