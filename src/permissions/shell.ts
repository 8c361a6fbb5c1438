import { doubtfulText, doubtfulTree, joinsWords, unreadable } from "./doubt.ts"
import { mentionsProtected } from "./guard.ts"
import { type CommandClass, type Judgement, type Segment, worstClass } from "./judgement.ts"
import { linksOf } from "./links.ts"
import { type ParseShell, type Syntax, shellParser } from "./parse.ts"
import type { Ground, Scene, ShellContext } from "./scene.ts"
import { secondReading } from "./second-reading.ts"
import { walk } from "./walk.ts"

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
 * Judges a shell command by what the shell would make of it: every part that runs on its own, with what it reads and
 * writes. What cannot be judged is dangerous. A guard, not a wall: programs do what they like once they run.
 */
export async function analyseCommand(command: string, context: ShellContext): Promise<Analysis> {
  const parse = await shellParser()
  const links = linksOf(context.real)
  const { real: _, ...rest } = context
  const kept = () => [...new Set([...context.protected, ...context.protected.map(links.follow)])]
  const again = () => analyse(command, { ...rest, protected: kept(), follow: links.follow }, parse, 0)
  let analysis = again()
  // What one link leads to may show the next one.
  for (let times = 0; (await links.look()) && times < mostLooks; times++) analysis = again()
  return links.tooMany() ? withDoubt(analysis, command) : analysis
}

/** Directories behind links that a command goes through. */
const mostLooks = 8

function withDoubt(analysis: Analysis, command: string): Analysis {
  const why = "it names too many files to look at"
  const segments = [{ text: command, plain: command, program: "", class: "danger" as const, why }, ...analysis.segments]
  return { ...analysis, class: worstClass([analysis.class, "danger"]), segments }
}

/** A text within a text within a text. */
const deepest = 6

function analyse(command: string, context: Ground, parse: ParseShell, depth: number): Analysis {
  const hopeless = depth > deepest ? "a command within too many others" : unreadable(command)
  if (hopeless) return doubted(hopeless, command, context, nothing)
  const text = joinsWords(command) ? command.replaceAll("\\\n", "") : command
  const root = parse(text)
  if (!root) return doubted("it is nested too deeply", command, context, nothing)
  const doubt = doubtfulText(command) ?? doubtfulTree(root, text)
  const script = (inner: string) => asJudgement(analyse(inner, context, parse, depth + 1))
  const again = secondReading(text)
  const found = walkBoth(root, again === undefined ? undefined : parse(again), context, script)
  if (doubt) return doubted(doubt, command, context, found)
  return { class: worstClass(found.segments.map((segment) => segment.class)), ...found }
}

const nothing = { segments: [], guarded: false, outside: false, paths: [] } as const

// The second reading only adds to the first, so that it hides nothing where it is wrong.
function walkBoth(root: Syntax, second: Syntax | undefined, context: Ground, script: Scene["script"]) {
  const found = walk(root, context, script)
  if (!second) return found
  const more = walk(second, context, script)
  const known = new Set(found.segments.map(({ text, class: kind }) => `${kind} ${text}`))
  const added = more.segments.filter(({ text, class: kind }) => !known.has(`${kind} ${text}`))
  return {
    segments: [...found.segments, ...added],
    guarded: found.guarded || more.guarded,
    outside: found.outside || more.outside,
    paths: [...new Set([...found.paths, ...more.paths])],
  }
}

// What could be made out still counts, if it is worse than the doubt.
function doubted(why: string, command: string, context: Ground, found: Omit<Analysis, "class">): Analysis {
  const segments = [{ text: command, plain: command, program: "", class: "danger" as const, why }, ...found.segments]
  const guarded = found.guarded || /holdfast|dotglob/i.test(command) || mentionsProtected(command, context)
  return { ...found, class: worstClass(segments.map((segment) => segment.class)), guarded, segments }
}

function asJudgement({ class: kind, guarded, outside, segments, paths }: Analysis): Judgement {
  const why = segments.find((segment) => segment.class === kind)?.why ?? "only reads"
  return { class: kind, why, guarded, outside, inner: segments, paths }
}
