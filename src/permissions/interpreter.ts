import { isLiteral } from "../shell/mark.ts"
import { isOption } from "../shell/option.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import type { Judge, Scene } from "./scene.ts"
import { gets } from "./touch.ts"
import { whereabouts } from "./whereabouts.ts"

/** Options by which an interpreter runs code from the command line. */
const inline: Readonly<Record<string, readonly string[]>> = {
  python: ["-c"],
  node: ["-e", "-p", "--eval", "--print"],
  nodejs: ["-e", "-p", "--eval", "--print"],
  bun: ["-e", "-p", "--eval", "--print"],
  deno: ["--eval"],
  tsx: ["-e", "-p", "--eval", "--print"],
  "ts-node": ["-e", "-p", "--eval", "--print"],
  perl: ["-e", "-E"],
  ruby: ["-e"],
  php: ["-r", "-R", "-B", "-E"],
  lua: ["-e"],
  Rscript: ["-e"],
  pwsh: ["-c", "-e", "--command"],
}

const shells = ["sh", "bash", "dash", "zsh", "ksh", "ash"] as const

/** The judges of interpreters. A script of the workspace is the agent's work; code that nobody can look into is not. */
export const interpreterJudges: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(Object.entries(inline).map(([name, options]) => [name, interprets(options)])),
  ...Object.fromEntries(shells.map((name) => [name, judgeShell])),
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
 * Code that reads the file after it and does nothing with it: the parsers of Holdfast's own checks, to the letter. What
 * it loads may be of the workspace, so that it is no safer than a script.
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

function interprets(options: readonly string[]): Judge {
  return (args, scene) => {
    if (parses(args)) return gets(args.slice(-1), scene)
    if (args.some((argument) => isOption(argument, options)) || args[0] === "eval")
      return danger("runs code from the command line")
    if (args.length === 0 || args.includes("-")) return danger("runs code from its input")
    if (!isLiteral(args[0] ?? "")) return danger("what it runs is known only when it runs")
    const remote = args.some((argument) => /^https?:/i.test(argument))
      ? danger("runs code from the network")
      : readOnly()
    return combine(gets(args, scene), remote)
  }
}

// sh [options] -c text [name] [args...] | sh [options] script [args...] | sh [options] -s
function judgeShell(args: readonly string[], scene: Scene): Judgement {
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

function scriptOf(text: string, scene: Scene): Judgement {
  if (text.trim() === "") return readOnly("runs nothing")
  return isLiteral(text) ? scene.script(text) : danger("what it runs is known only when it runs")
}

function judgeScript(args: readonly string[], scene: Scene): Judgement {
  const [script = "", ...rest] = withoutDashes(args)
  return isLiteral(script) && whereabouts(script, scene).every((where) => where === "workspace")
    ? combine(workspace("runs a script of the workspace"), gets(rest, scene))
    : danger("runs a script that is not in the workspace")
}
