import { isLiteral } from "../../shell/mark.ts"
import { isOption } from "../../shell/option.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, heldDanger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { whereabouts } from "../whereabouts.ts"
import { gets } from "./touch.ts"

/** The judges of builtins that run a command line. */
export const scriptJudges: Readonly<Record<string, Judge>> = {
  eval: (args, scene) => scriptOf(withoutDashes(args).join(" "), scene),
  source: judgeScript,
  ".": judgeScript,
  trap: (args, scene) => {
    const [action, ...signals] = withoutDashes(args)
    return action === undefined || action === "-" || signals.length === 0 || action.startsWith("-")
      ? readOnly()
      : scriptOf(action, scene)
  },
}

/**
 * Inline code of Holdfast's own checks, verbatim: it only parses the file that follows. It may load modules of the
 * workspace, so it is as safe as a script there.
 */
const parsing: readonly (readonly string[])[] = [
  ["-c", "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))"],
  ["-e", "JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'))"],
  ["-ryaml", "-e", "YAML.parse_stream(File.read(ARGV[0]))"],
]

function parses(args: readonly string[]): boolean {
  const file = args.at(-1) ?? "-"
  const before = args.slice(0, -1)
  const known = parsing.some(
    (words) => words.length === before.length && words.every((word, at) => word === before[at]),
  )
  return known && isLiteral(file) && !file.startsWith("-")
}

/** Interpreters: running a workspace script is normal work; inline code that cannot be analysed is not. */
export function judgeInterpreter(options: readonly string[], args: readonly string[], scene: JudgeContext): Judgement {
  if (parses(args)) return gets(args.slice(-1), scene)
  if (args.some((argument) => isOption(argument, options)) || args[0] === "eval")
    return heldDanger("runs code from the command line")
  if (args.length === 0 || args.some((argument) => argument === "-" || argument === "-i"))
    return heldDanger("runs code from its input")
  if (args.some((argument, at) => codeModules.has(argument) && args[at - 1] === "-m"))
    return heldDanger("runs code from the command line")
  if (!isLiteral(args[0] ?? "")) return danger("what it runs is known only when it runs")
  const remote = args.some((argument) => /^https?:/i.test(argument)) ? danger("runs code from the network") : readOnly()
  return combine(gets(args, scene), remote)
}

/** Modules of Python that take code in their arguments or input. */
const codeModules: ReadonlySet<string> = new Set(["timeit", "pdb", "code", "asyncio"])

// sh [options] -c text [name] [args...] | sh [options] script [args...] | sh [options] -s
export function judgeShell(args: readonly string[], scene: JudgeContext): Judgement {
  let [at, text] = [0, false]
  for (; at < args.length; at++) {
    const argument = args[at] ?? ""
    if (argument === "--" || argument === "-") {
      at++
      break
    }
    if (!/^[-+]/.test(argument)) break
    if (["--login", "--norc", "--noprofile", "--posix", "--verbose"].includes(argument)) continue
    if (!/^[-+][a-zA-Z]+$/.test(argument) || argument.includes("s")) return danger("an option that is not known")
    if (argument.startsWith("-") && argument.includes("c")) text = true
    if (/[oO]/.test(argument)) at++
  }
  const [first, ...rest] = args.slice(at)
  if (first === undefined) return danger("runs commands from its input")
  if (!text) return judgeScript([first, ...rest], scene)
  return rest.length === 0 ? scriptOf(first, scene) : combine(scriptOf(first, scene), gets(rest, scene))
}

function withoutDashes(args: readonly string[]): readonly string[] {
  return args[0] === "--" ? args.slice(1) : args
}

function scriptOf(text: string, scene: JudgeContext): Judgement {
  if (text.trim() === "") return readOnly("runs nothing")
  return isLiteral(text) ? scene.script(text) : danger("what it runs is known only when it runs")
}

function judgeScript(args: readonly string[], scene: JudgeContext): Judgement {
  const [script = "", ...rest] = withoutDashes(args)
  return isLiteral(script) && whereabouts(script, scene).every((where) => where === "workspace")
    ? combine(workspace("runs a script of the workspace"), gets(rest, scene))
    : danger("runs a script that is not in the workspace")
}
