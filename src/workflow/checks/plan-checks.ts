import { clip } from "../../base/clip.ts"
import type { Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import { limits } from "../../session/limits.ts"
import { commandsFor, isCode } from "../project/coverage.ts"
import { detectProject, type ProjectFacts, programs } from "../project/project.ts"
import { byCost, type Draft, idOf, joinedBeyond, oneOfEach } from "./check-list.ts"
import { type FileCheck, fileCheck } from "./file-check.ts"
import { instructedCommands, withInstructions } from "./instructed.ts"
import { programsIn } from "./instructed-checks.ts"
import { provenBy } from "./placeholder.ts"
import { strongestOf } from "./strength.ts"

export type Touched = { path: string; hash: string | null }

export type CheckPlan = {
  checks: Check[]
  /** What "verified" needs: the strongest that is to be had for the touched files. */
  strongest: Strength
  /** Touched files of which nothing is shown but that they are there. */
  uncovered: string[]
  /** Touched files of which less is shown than of the others, though more than that they are there. */
  weaker: { path: string; strength: Strength }[]
  /** What would be needed and is missing, and what was left out and why: a sentence each. */
  reasons: string[]
}

/**
 * The checks of a piece of work. For each changed file: the project's tests, types and linters; a build only without
 * tests and types; a parser only if nothing covers it. Everything but the model's own is needed; the model's count for
 * what they really show. A test of the project does not cover prose: nothing checks a README.
 */
export function planChecks(input: {
  facts: ProjectFacts
  touched: readonly Touched[]
  planned: readonly string[]
  named: readonly string[]
}): CheckPlan {
  const { facts } = input
  const touched = [...new Map(input.touched.map((file) => [file.path, file])).values()]
  const files = filesPlan(touched, facts)
  const person = input.named.filter((command) => command.trim() !== "").map((command) => personDraft(command, facts))
  const model = input.planned.map((command) => modelDraft(command, facts))
  const wanted = [...person, ...files.project, ...joinedBeyond(files.alone), ...drafts(model)]
  const distinct = oneOfEach(wanted, facts)
  const fitting = distinct.filter(({ command }) => command.length <= limits.note)
  const checks = byCost(fitting.slice(0, limits.checks)).map((each) => ({ id: idOf(each.command), ...each }))
  const strongest = strongestOf(files.offered)
  return {
    checks,
    strongest,
    uncovered: files.uncovered,
    weaker: files.shown.filter(({ path, strength }) => strength !== "exists" && strength !== strongest && isCode(path)),
    reasons: [
      ...new Set([
        ...files.reasons,
        ...model.flatMap((each) => (typeof each === "string" ? [each] : [])),
        ...(fitting.length < distinct.length ? ["A command was left out: it is too long"] : []),
        ...(fitting.length > limits.checks ? [`Only ${limits.checks} checks fit into one attempt`] : []),
      ]),
    ],
  }
}

type FilesPlan = {
  project: Draft[]
  alone: Draft[]
  shown: { path: string; strength: Strength }[]
  /** What the project offers, whether or not it can run here. */
  offered: Strength[]
  uncovered: string[]
  reasons: string[]
}

function filesPlan(touched: readonly Touched[], facts: ProjectFacts): FilesPlan {
  const { commands } = detectProject(facts)
  const instructed = instructedCommands(facts)
  const plan: FilesPlan = { project: [], alone: [], shown: [], offered: [], uncovered: [], reasons: [] }
  for (const file of touched) {
    const covering = isOutside(file.path)
      ? []
      : withInstructions(file.path, commandsFor(file.path, commands), instructed)
    const usable = covering.filter((command) => command.missing === null)
    // A build writes files and says less than tests and types do: it is for those who have neither.
    const needed = usable.filter(
      ({ kind, source }) =>
        kind !== "build" ||
        source === "instructions" ||
        !usable.some((other) => ["test", "typecheck"].includes(other.kind)),
    )
    const own = needed.length > 0 ? covered : fileCheck(file, facts)
    const strength = strongestOf([own.strength, ...needed.map((command) => command.strength)])
    plan.project.push(...needed.map((each) => draft(each.command, each.kind, each.strength, each.source)))
    if (own.command) plan.alone.push(draft(own.command, "runtime", own.strength, "project"))
    plan.shown.push({ path: file.path, strength })
    plan.offered.push(strength, ...covering.filter(isProof).map((command) => command.strength))
    if (strength === "exists" && file.hash !== null) plan.uncovered.push(file.path)
    plan.reasons.push(
      ...covering.flatMap((each) =>
        each.missing === null ? [] : [`\`${each.command}\` cannot run here: ${each.missing} is not installed`],
      ),
      ...(own.reason ? [own.reason] : []),
    )
  }
  return plan
}

/** A linter that is not installed takes nothing from tests that pass. */
const isProof = ({ kind }: { kind: Check["kind"] }) => kind === "test" || kind === "typecheck"

const covered: FileCheck = { command: null, strength: "exists", reason: null }

const isOutside = (path: string) => path.startsWith("/") || path.split("/").includes("..")

function draft(command: string, kind: Check["kind"], strength: Strength, source: Check["source"]): Draft {
  return { command, kind: kind === "runtime" && strength === "parses" ? "typecheck" : kind, strength, source }
}

/** What a person names is run whatever it is: that it shows nothing is for `proves` to say. */
function personDraft(command: string, facts: ProjectFacts): Draft {
  const proof = provenBy(command, facts)
  return draft(command, proof?.kind ?? "runtime", proof?.strength ?? "exists", "person")
}

/** A check of the model, or why it was left out. */
function modelDraft(command: string, facts: ProjectFacts): Draft | string {
  const proof = provenBy(command, facts)
  if (proof === null) return `\`${shown(command)}\` was left out: it always passes`
  const missing = programsIn(command).find((name) => programs.includes(name) && !facts.available.has(name))
  if (missing !== undefined) return `\`${shown(command)}\` cannot run here: ${missing} is not installed`
  return draft(command, proof.kind, proof.strength, "model")
}

const shown = (command: string) => clip(command, 200)
const drafts = (all: readonly (Draft | string)[]) => all.flatMap((each) => (typeof each === "string" ? [] : [each]))
