import { hidesCommand } from "../shell/arithmetic.ts"
import { type ParsedShell, parseShell } from "../shell/parse.ts"
import { actsOf } from "../shell/walk.ts"
import { judgeAct } from "./act.ts"
import { mentionsProtected } from "./guard.ts"
import { type CommandClass, danger, type Judgement, type Segment, worstClass } from "./judgement.ts"
import { linksOf } from "./links.ts"
import { judgeProgram } from "./program.ts"
import type { Ground, Scene, ShellContext } from "./scene.ts"

/** What a shell command would do. */
export type Analysis = {
  class: CommandClass
  /** It names Holdfast, or a file of it: a person is asked in every mode. */
  guarded: boolean
  /** It reads something outside of the workspace. */
  outside: boolean
  segments: readonly Segment[]
  /** The absolute paths that it may change, as far as it names them; a pattern of names has its marks. */
  paths: readonly string[]
}

/**
 * Judges a shell command by what bash would make of it: every part that runs on its own, with what it reads and
 * writes. What cannot be judged is dangerous. A guard, not a wall: programs do what they like once they run.
 */
export async function analyseCommand(command: string, context: ShellContext): Promise<Analysis> {
  const links = linksOf(context.real)
  const { real: _, ...rest } = context
  const kept = () => [...new Set([...context.protected, ...context.protected.map(links.follow)])]
  const again = () => analyse(command, { ...rest, protected: kept(), follow: links.follow }, 0)
  let analysis = again()
  // What one link leads to may show the next one.
  for (let times = 0; (await links.look()) && times < maxLooks; times++) analysis = again()
  return links.tooMany() ? withDoubt(analysis, command) : analysis
}

/** Directories behind links that a command goes through. */
const maxLooks = 8

/** Command lines within command lines, and programs that run programs. */
const maxDepth = { scripts: 6, programs: 32 } as const

function withDoubt(analysis: Analysis, command: string): Analysis {
  const segments = [doubt("it names too many files to look at", command), ...analysis.segments]
  return { ...analysis, class: worstClass([analysis.class, "danger"]), segments }
}

function analyse(command: string, context: Ground, depth: number): Analysis {
  if (depth > maxDepth.scripts) return doubted("a command within too many others", command, context, nothing)
  const parsed = parseShell(command)
  const found = judgeParsed(parsed, context, depth)
  if (parsed.problem !== null) return doubted(parsed.problem, command, context, found)
  return { class: worstClass(found.segments.map((segment) => segment.class)), ...found }
}

type Found = Omit<Analysis, "class">

const nothing: Found = { segments: [], guarded: false, outside: false, paths: [] }

function judgeParsed({ script, text }: ParsedShell, context: Ground, depth: number): Found {
  if (script === null) return nothing
  const hides = hidesCommand(script)
  const warnings = new Map<string, Judgement>()
  const sceneIn = (directories: readonly string[], programs = 0): Scene => ({
    ...context,
    directories,
    hides,
    warnings,
    script: (inner) => asJudgement(analyse(inner, context, depth + 1)),
    command: (words) =>
      programs < maxDepth.programs
        ? judgeProgram(words, sceneIn(directories, programs + 1))
        : danger("a command within too many others"),
  })
  const start = { directory: context.cwd ?? context.workspace, home: context.home, follow: context.follow }
  const judged = actsOf(script, text, start).map((act) => {
    // What is known of a word depends on where the command runs.
    if (act.directories.length !== 1) warnings.clear()
    return judgeAct(act, sceneIn(act.directories))
  })
  const segments = judged.flatMap((act) => act.segments)
  const judgements = judged.map(({ judgement }) => judgement)
  // A program that is not known yet may be the one that the text names.
  const mayBeOwn = segments.some(({ program }) => program.includes("…")) && /holdfast/i.test(text)
  return {
    segments,
    guarded: mayBeOwn || /dotglob/.test(text) || judgements.some(({ guarded }) => guarded),
    outside: judgements.some(({ outside }) => outside),
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

/** What could be made out still counts, if it is worse than the doubt. */
function doubted(why: string, command: string, context: Ground, found: Found): Analysis {
  const segments = [doubt(why, command), ...found.segments]
  const guarded = found.guarded || /holdfast|dotglob/i.test(command) || mentionsProtected(command, context)
  return { ...found, class: worstClass(segments.map((segment) => segment.class)), guarded, segments }
}

function asJudgement({ class: kind, guarded, outside, segments, paths }: Analysis): Judgement {
  const why = segments.find((segment) => segment.class === kind)?.why ?? "only reads"
  return { class: kind, why, guarded, outside, inner: segments, paths }
}
