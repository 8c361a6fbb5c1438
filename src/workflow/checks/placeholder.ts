import type { ProjectFacts } from "../project/project.ts"
import { type Effect, effectOf, type Scene, startOf } from "./placeholder-effect.ts"
import { readShell, type Shell } from "./placeholder-shell.ts"
import { rankOf } from "./strength.ts"
import type { Proof } from "./strength-command.ts"

/**
 * True for a command that may pass whatever the work is like: it cannot fail, only looks whether something is there, or
 * throws the status of the real check away. Such a command never counts as proof. The facts tell what `npm test` runs.
 */
export function isPlaceholder(command: string, facts?: ProjectFacts): boolean {
  return provenBy(command, facts) === null
}

/** What is certain when the command has passed: the least that any way to exit 0 has shown. Null for nothing. */
export function provenBy(command: string, facts?: ProjectFacts): Proof | null {
  return leastProof(command, startOf(facts, leastProof))
}

function leastProof(command: string, scene: Scene): Proof | null {
  const tree = readShell(command)
  if (tree === null) return null
  const ends = follow(tree, [{ passed: true, proof: null, exited: false }], scene)
  const good = ends.filter((way) => way.passed)
  if (scene.poisoned || good.length === 0 || ends.length === good.length) return null
  return good.map((way) => way.proof).reduce(weaker)
}

/** One way through a line: how it stands, and the most that was shown on the way. */
type Way = { passed: boolean; proof: Proof | null; exited: boolean }

function follow(tree: Shell, ways: readonly Way[], scene: Scene): Way[] {
  const exited = ways.filter((way) => way.exited)
  const going = ways.filter((way) => !way.exited)
  return going.length === 0 ? distinct(exited) : distinct([...exited, ...step(tree, going, scene)])
}

function step(tree: Shell, ways: readonly Way[], scene: Scene): Way[] {
  switch (tree.is) {
    case "simple": {
      const effect = effectOf(tree.words, tree.input, scene)
      return ways.flatMap((way) => outcomes(way, effect))
    }
    case "and":
    case "or": {
      const left = follow(tree.left, ways, scene)
      const goesOn = (way: Way) => !way.exited && way.passed === (tree.is === "and")
      return [...left.filter((way) => !goesOn(way)), ...follow(tree.right, left.filter(goesOn), scene)]
    }
    case "not":
      return follow(tree.body, ways, scene).map((way) => (way.exited ? way : inverted(way, tree.body)))
    case "background":
      return ways.map((way) => ({ ...way, passed: true }))
    case "subshell":
      return follow(tree.body, ways, { ...scene }).map((way) => ({ ...way, exited: false }))
    case "pipe":
      return scene.pipefail ? allOf(tree.parts, ways, scene) : lastOf(tree.parts, ways, scene)
    case "sequence":
      return tree.parts.reduce<readonly Way[]>((before, part) => {
        const after = follow(part, before, scene)
        const stops = scene.errexit && ["simple", "pipe", "subshell"].includes(part.is)
        return after.map((way) => (stops && !way.passed ? { ...way, exited: true } : way))
      }, ways) as Way[]
    case "if": {
      const asked = follow(tree.condition, ways, scene)
      const settled = asked.filter((way) => way.exited)
      const yes = asked.filter((way) => !way.exited && way.passed)
      const no = asked.filter((way) => !way.exited && !way.passed)
      const otherwise = tree.otherwise ? follow(tree.otherwise, no, scene) : no.map((way) => ({ ...way, passed: true }))
      return [...settled, ...follow(tree.body, yes, scene), ...otherwise]
    }
    default:
      return tree satisfies never
  }
}

function outcomes(way: Way, effect: Effect): Way[] {
  const good: Way = { passed: true, proof: strongerProof(way.proof, effect.proof), exited: effect.exits }
  const bad: Way = { passed: false, proof: way.proof, exited: effect.exits }
  return [...(effect.mayPass ? [good] : []), ...(effect.mayFail ? [bad] : [])]
}

/** `! grep` shows that something is not there; any other command that should fail shows nothing. */
function inverted(way: Way, body: Shell): Way {
  const searches = body.is === "simple" && ["grep", "egrep", "fgrep", "rg"].includes(body.words[0]?.text ?? "")
  const absent: Proof = { kind: "runtime", strength: "exists" }
  return { ...way, passed: !way.passed, proof: searches ? absent : null }
}

/** Without `pipefail` only the last program of a pipe has a say. */
function lastOf(parts: readonly Shell[], ways: readonly Way[], scene: Scene): Way[] {
  const last = parts.at(-1)
  return last ? follow(last, ways, { ...scene }).map((way) => ({ ...way, exited: false })) : [...ways]
}

function allOf(parts: readonly Shell[], ways: readonly Way[], scene: Scene): Way[] {
  return parts.reduce<Way[]>(
    (before, part) => {
      const failed = before.filter((way) => !way.passed)
      const after = follow(
        part,
        before.filter((way) => way.passed),
        { ...scene },
      ).map((way) => ({ ...way, exited: false }))
      return [...failed, ...after]
    },
    ways.map((way) => ({ ...way, passed: true })),
  )
}

const rank = (proof: Proof | null) => (proof ? rankOf(proof.strength) : -1)
const strongerProof = (one: Proof | null, other: Proof | null) => (rank(other) > rank(one) ? other : one)
const weaker = (one: Proof | null, other: Proof | null) => (rank(other) < rank(one) ? other : one)

function distinct(ways: readonly Way[]): Way[] {
  return [
    ...new Map(
      ways.map((way) => [`${way.passed} ${way.exited} ${way.proof?.kind} ${way.proof?.strength}`, way]),
    ).values(),
  ]
}
