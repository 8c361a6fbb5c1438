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
 * One boundary of each kind that no scenario before has `tried`, and just before those of tools and checks; one more at
 * random, one instant inside of something, and one death in the middle of recovery.
 */
export function somePlans(boundaries: readonly Boundary[], random: Random, tried: Set<string>): Plan[] {
  const all = new Map(boundaries.map((boundary) => [boundary.kind, boundary]))
  const kinds = new Map([...all].filter(([kind]) => !tried.has(kind)))
  for (const kind of kinds.keys()) tried.add(kind)
  const [first, ...others] = [...boundaries].sort((one, other) => other.lastsMs - one.lastsMs)
  if (!first) return []
  const sampled = random.pick([first, ...others])
  return [
    ...[...kinds.values()].map(({ commit }) => [at(commit)]),
    ...[...kinds.values()].flatMap(({ type, commit }) => (isDeed(type) ? [[justBefore(commit)]] : [])),
    [at(random.pick([first, ...others]).commit)],
    [inside(first, random)],
    [at(sampled.commit), at(random.between(1, 4))],
  ]
}

const isDeed = (type: string) => type.startsWith("tool.") || type.startsWith("done.verification-")

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
