import { hidesCommand } from "../shell/arithmetic.ts"
import { type ParsedShell, parseShell } from "../shell/parse.ts"
import { isOrdered } from "../shell/variables.ts"
import { actsOf, type ShellAct } from "../shell/walk.ts"
import { type JudgedAct, judgeAct } from "./act.ts"
import { mentionsProtected } from "./guard.ts"
import type { CommandContext, JudgeContext, ShellContext } from "./judge-context.ts"
import { type CommandClass, danger, type Judgement, type Segment, worstClass } from "./judgement.ts"
import { judgeProgram } from "./judges/program.ts"
import { linksOf } from "./links.ts"

export type Analysis = {
  class: CommandClass
  /** Mentions Holdfast or one of its files: always asks. */
  guarded: boolean
  /** Reads outside the workspace. */
  outside: boolean
  /** The hosts that it names to connect to. */
  hosts: readonly string[]
  segments: readonly Segment[]
  /** The absolute paths that it names and may change; glob patterns are kept. */
  paths: readonly string[]
}

/**
 * Judges a shell command as bash would run it: each simple command with what it reads and writes. Unknown means
 * dangerous. A guard, not a sandbox: a program can do anything once it runs.
 */
export async function analyseCommand(command: string, context: ShellContext): Promise<Analysis> {
  const { real, entries, steps = { taken: 0 }, ...rest } = context
  const disk = { ...(real ? { real } : {}), ...(entries ? { entries } : {}) }
  const { look, tooMany, ...links } = linksOf(disk, context.workspace)
  const kept = () => [...new Set([...context.protected, ...context.protected.map(links.follow)])]
  const again = () => analyse(command, { ...rest, ...links, steps, protected: kept() }, { depth: 0, brought: false })
  let analysis = again()
  // Each part of a path may be a link or a pattern, and what it leads to another.
  for (let times = 0; await look(); times++) {
    analysis = again()
    if (times === maxLooks) return withDoubt(analysis, command)
  }
  const { brings: _, ...found } = analysis
  return tooMany() ? withDoubt(found, command) : found
}

/** How many rounds of looking at the disk. */
const maxLooks = 32

/** How many characters to look at, in all rounds and for each directory that a command may run in. */
const maxSteps = 500_000

/** How deep command lines may nest. */
const maxDepth = { scripts: 6, programs: 32 } as const

function withDoubt(analysis: Analysis, command: string): Analysis {
  const segments = [doubt("it names too many files to look at", command), ...analysis.segments]
  return { ...analysis, class: worstClass([analysis.class, "danger"]), segments }
}

/** How deep a script is within others, and whether what ran before it may have brought links. */
type Before = { depth: number; brought: boolean }

function analyse(command: string, context: CommandContext, before: Before): FullAnalysis {
  if (before.depth > maxDepth.scripts) return doubted("a command within too many others", command, context, nothing)
  const parsed = parseShell(command)
  const first = judgeParsed(parsed, context, before)
  // What is repeated, or runs at the same time, may come after what stands behind it.
  const again = first.brings && !before.brought && parsed.script !== null && !isOrdered(parsed.script)
  const found = again ? judgeParsed(parsed, context, { ...before, brought: true }) : first
  if (parsed.problem !== null) return doubted(parsed.problem, command, context, found)
  return { class: worstClass(found.segments.map((segment) => segment.class)), ...found }
}

type FullAnalysis = Analysis & Pick<Judgement, "brings">
type PartialAnalysis = Omit<FullAnalysis, "class">

const nothing: PartialAnalysis = { segments: [], guarded: false, outside: false, brings: false, hosts: [], paths: [] }

function judgeParsed({ script, text }: ParsedShell, context: CommandContext, before: Before): PartialAnalysis {
  if (script === null) return nothing
  const hides = hidesCommand(script)
  const warnings = new Map<string, Judgement>()
  let brought = before.brought
  let brings = false
  const sceneIn = (directories: readonly string[], programs = 0): JudgeContext => ({
    ...context,
    brought,
    directories,
    hides,
    warnings,
    script: (inner) => asJudgement(analyse(inner, context, { depth: before.depth + 1, brought })),
    command: (words) => {
      context.steps.taken += words.length * perAct
      return programs < maxDepth.programs && context.steps.taken <= maxSteps
        ? judgeProgram(words, sceneIn(directories, programs + 1))
        : danger("a command within too many others")
    },
  })
  const start = { ...context, directory: context.cwd ?? context.workspace }
  const judged = actsOf(script, text, start).map((act) => {
    // What a command reads from is opened before it runs.
    if (brings && !brought && !(act.is === "redirection" && act.operator.startsWith("<"))) {
      brought = true
      warnings.clear()
    }
    // The meaning of a word depends on the working directory.
    if (act.directories.length !== 1) warnings.clear()
    context.steps.taken += costOf(act)
    const found = context.steps.taken > maxSteps ? tooMuch(act.text) : judgeAct(act, sceneIn(act.directories))
    brings ||= found.judgement.brings
    return found
  })
  const segments = judged.flatMap((act) => act.segments)
  const judgements = judged.map(({ judgement }) => judgement)
  // A program known only at run time may be one that the text mentions.
  const mayBeOwn = segments.some(({ program }) => program.includes("…")) && /holdfast/i.test(text)
  return {
    segments,
    guarded: mayBeOwn || /dotglob/.test(text) || judgements.some(({ guarded }) => guarded),
    outside: judgements.some(({ outside }) => outside),
    brings,
    hosts: [...new Set(judgements.flatMap(({ hosts = [] }) => hosts))],
    paths: [...new Set(judgements.flatMap(({ paths }) => paths))],
  }
}

const doubt = (why: string, command: string): Segment => ({
  text: command,
  plain: command,
  program: "",
  class: "danger",
  why,
})

/** A command is looked at for each value that a variable may have, and in each directory. */
function costOf(act: ShellAct): number {
  const readings = act.is === "command" ? act.readings.length : 1
  return (Math.min(act.text.length, longText) + perAct) * readings * Math.max(act.directories.length, 1)
}

const perAct = 20

/** A longer text is only searched for names, which takes next to no time. */
const longText = 2_048

function tooMuch(text: string): JudgedAct {
  const judgement = { ...danger("a command that is too long to be judged"), guarded: /holdfast/i.test(text) }
  return { judgement, segments: [doubt(judgement.why, text)] }
}

/** A partial analysis still counts if it is worse than the doubt. */
function doubted(why: string, command: string, context: CommandContext, found: PartialAnalysis): FullAnalysis {
  const segments = [doubt(why, command), ...found.segments]
  const guarded = found.guarded || /holdfast|dotglob/i.test(command) || mentionsProtected(command, context)
  return { ...found, class: worstClass(segments.map((segment) => segment.class)), guarded, segments }
}

function asJudgement({ class: kind, guarded, outside, brings, hosts, segments, paths }: FullAnalysis): Judgement {
  const why = segments.find((segment) => segment.class === kind)?.why ?? "only reads"
  return { class: kind, why, guarded, outside, brings, hosts, inner: segments, paths }
}
