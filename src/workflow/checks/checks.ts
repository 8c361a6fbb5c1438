import type { Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import { limits } from "../../session/limits.ts"
import { commandsFor, isCode } from "../project/coverage.ts"
import { detectProject, type ProjectFacts, programs } from "../project/project.ts"
import { hasPhrase } from "../words.ts"
import { fileCheck } from "./file.ts"
import { instructedCommands, withInstructions } from "./instructed.ts"
import { programsIn } from "./instructions.ts"
import { byCost, type Draft, idOf, joinedBeyond, oneOfEach } from "./list.ts"
import { provenBy } from "./placeholder.ts"
import { runChecks } from "./run.ts"
import { atLeast, strongestOf } from "./strength.ts"

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
 * The checks of a piece of work. Everything but the model's own is needed; the model's count for what they really show.
 * A test of the project does not cover prose: of a README only its being there is claimed, and that is said.
 */
export function planChecks(input: {
  facts: ProjectFacts
  touched: readonly Touched[]
  task: string
  planned: readonly string[]
  named: readonly string[]
}): CheckPlan {
  const { facts, task } = input
  const touched = [...new Map(input.touched.map((file) => [file.path, file])).values()]
  const files = filesPlan(touched, facts, { building: hasPhrase(task, building) })
  const there = touched.filter((file) => file.hash !== null).map((file) => file.path)
  const runs = runChecks(task, { paths: there, proven: files.proven }, facts)
  const running = runs.flatMap(({ command }) =>
    command === null ? [] : [draft(command, "runtime", "builds", "project")],
  )
  const person = input.named.filter((command) => command.trim() !== "").map((command) => personDraft(command, facts))
  const isRun = (path: string) => runs.some((run) => run.path === path && run.command !== null)
  const model = input.planned.map((command) => modelDraft(command, facts))
  const wanted = [...person, ...files.project, ...running, ...joinedBeyond(files.alone), ...drafts(model)]
  const fitting = oneOfEach(wanted).filter(({ command }) => command.length <= limits.note)
  const checks = byCost(fitting.slice(0, limits.checks)).map((each) => ({ id: idOf(each.command), ...each }))
  const strongest = strongestOf([...files.shown.map((file) => file.strength), ...running.map((each) => each.strength)])
  return {
    checks,
    strongest,
    uncovered: files.uncovered,
    weaker: files.shown.filter(
      ({ path, strength }) => strength !== "exists" && strength !== strongest && isCode(path) && !isRun(path),
    ),
    reasons: [
      ...new Set([
        ...files.reasons,
        ...runs.flatMap(({ path, needs, command }) =>
          command ? [] : [`${path} could not be run: ${needs} is not here.`],
        ),
        ...model.flatMap((each) => (typeof each === "string" ? [each] : [])),
        ...(fitting.length < oneOfEach(wanted).length ? ["A command was too long to be run and was left out."] : []),
        ...(fitting.length > limits.checks ? [`Only ${limits.checks} checks fit into one attempt.`] : []),
      ]),
    ],
  }
}

type FilesPlan = {
  project: Draft[]
  alone: Draft[]
  shown: { path: string; strength: Strength }[]
  /** Files of which the project's own checks show that they work. */
  proven: Set<string>
  uncovered: string[]
  reasons: string[]
}

/** Ways to ask that a build be seen. */
const building = [
  "compiles",
  "it builds",
  "they build",
  "builds again",
  "build passes",
  "build works",
  "build succeeds",
]

function filesPlan(touched: readonly Touched[], facts: ProjectFacts, asked: { building: boolean }): FilesPlan {
  const { commands } = detectProject(facts)
  const instructed = instructedCommands(facts)
  const plan: FilesPlan = { project: [], alone: [], shown: [], proven: new Set(), uncovered: [], reasons: [] }
  for (const file of touched) {
    const covering = isOutside(file.path)
      ? []
      : withInstructions(file.path, commandsFor(file.path, commands), instructed)
    const usable = covering.filter((command) => command.missing === null)
    // A build writes files and says less than tests and types do: it is for those who have neither.
    const needed = usable.filter(
      ({ kind, source }) =>
        kind !== "build" ||
        asked.building ||
        source === "instructions" ||
        !usable.some((other) => ["test", "typecheck"].includes(other.kind)),
    )
    const own = fileCheck(file, { covered: needed.length > 0, compiling: asked.building }, facts)
    const strength = strongestOf([own.strength, ...needed.map((command) => command.strength)])
    plan.project.push(...needed.map((each) => draft(each.command, each.kind, each.strength, each.source)))
    if (own.command) plan.alone.push(draft(own.command, "runtime", own.strength, "project"))
    plan.shown.push({ path: file.path, strength })
    if (needed.some((command) => atLeast(command.strength, "builds"))) plan.proven.add(file.path)
    if (strength === "exists" && file.hash !== null) plan.uncovered.push(file.path)
    plan.reasons.push(
      ...covering.flatMap((each) =>
        each.missing === null ? [] : [`${each.command} was left out: ${each.missing} is not here.`],
      ),
      ...(own.reason ? [own.reason] : []),
    )
  }
  return plan
}

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
  if (proof === null) return `${shown(command)} was left out: it would pass whatever the work is like.`
  const missing = programsIn(command).find((name) => programs.includes(name) && !facts.available.has(name))
  if (missing !== undefined) return `${shown(command)} was left out: ${missing} is not here.`
  return draft(command, proof.kind, proof.strength, "model")
}

const shown = (command: string) => (command.length > 200 ? `${command.slice(0, 200)}…` : command)
const drafts = (all: readonly (Draft | string)[]) => all.flatMap((each) => (typeof each === "string" ? [] : [each]))
