import { isLiteral, isUnknown, marks } from "../shell/mark.ts"
import { afterOptions, letters } from "../shell/option.ts"
import { judgeAssignment } from "./assignment.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import type { Judge, Scene } from "./scene.ts"

type Wrapper = {
  flags: readonly string[]
  /** Options that take a value. */
  values: readonly string[]
  /** How many operands stand before the command. */
  operands?: number
  /** What the wrapper does itself. */
  itself?: Judgement
}

/** Programs that run the command in their arguments. */
const wrappers = {
  time: { flags: ["-p"], values: [] },
  nice: { flags: [], values: ["-n", "--adjustment"] },
  nohup: { flags: [], values: [], itself: workspace("keeps its output in nohup.out") },
  timeout: {
    flags: ["--foreground", "--preserve-status", "-v"],
    values: ["-k", "-s", "--signal", "--kill-after"],
    operands: 1,
  },
  builtin: { flags: [], values: [] },
  exec: { flags: letters("cl"), values: ["-a"] },
  stdbuf: { flags: [], values: letters("ioe") },
  setsid: { flags: letters("cfw"), values: [], itself: workspace("outlives the command") },
  ionice: { flags: ["-t"], values: letters("cn") },
  coproc: { flags: [], values: [] },
  busybox: { flags: [], values: [] },
  toybox: { flags: [], values: [] },
  caffeinate: { flags: letters("dimsu"), values: ["-t"] },
  sudo: { flags: letters("EHnSkb"), values: letters("ugpC"), itself: danger("runs as another user") },
  doas: { flags: ["-n"], values: letters("uC"), itself: danger("runs as another user") },
} as const satisfies Readonly<Record<string, Wrapper>>

/** The judges of programs that run another command. */
export const wrapperJudges: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(Object.entries(wrappers).map(([name, wrapper]) => [name, wraps(wrapper)])),
  command: (args, scene) =>
    /^-[pvV]*[vV]/.test(args[0] ?? "")
      ? readOnly("only looks for a program")
      : wraps({ flags: ["-p"], values: [] })(args, scene),
  env: judgeEnvironment,
  watch: (args, scene) => {
    const rest = afterOptions(args, { flags: letters("dtgbecx"), values: ["-n", "--interval"] })
    const text = rest?.join(" ") ?? marks.unknown
    return combine(
      workspace("runs again and again"),
      isLiteral(text) ? scene.script(text) : danger("what it runs is not known"),
    )
  },
  xargs: judgeArguments,
}

function wraps({ flags, values, operands = 0, itself = readOnly() }: Wrapper): Judge {
  return (args, scene) => {
    const rest = afterOptions(args, { flags, values })
    if (!rest) return combine(danger("an option that is not known"), itself)
    const words = rest.slice(operands)
    return combine(itself, words.length === 0 ? readOnly() : scene.command(words))
  }
}

// env [-i] [-u NAME] [NAME=value]... [command]
function judgeEnvironment(args: readonly string[], scene: Scene): Judgement {
  const rest = afterOptions(args, { flags: ["-i", "-0", "--ignore-environment", "-"], values: ["-u", "--unset"] })
  if (!rest) return danger("an option that is not known")
  const words = rest.slice(rest[0] === "-" ? 1 : 0)
  const end = words.findIndex((word) => !word.includes("="))
  const assignments = end < 0 ? words : words.slice(0, end)
  const command = end < 0 ? [] : words.slice(end)
  return combine(
    command.length === 0 ? readOnly() : scene.command(command),
    ...assignments.map((word) =>
      judgeAssignment(word.slice(0, word.indexOf("=")), { exported: true, hides: scene.hides }),
    ),
  )
}

// What xargs adds to the command is known only when it runs.
function judgeArguments(args: readonly string[], scene: Scene): Judgement {
  const rest = afterOptions(args, {
    flags: [...letters("0rtxo"), "--null", "--no-run-if-empty", "--verbose"],
    values: [...letters("nPLIdsE"), "--max-args", "--max-procs", "--delimiter"],
    attached: ["--replace", "--max-lines"],
  })
  if (!rest || args.some((argument) => argument === "-i" || argument === "-e"))
    return danger("an option that is not known")
  if (rest.length === 0) return readOnly()
  if (isUnknown(rest[0] ?? "")) return danger("the program is known only when it runs")
  const at = args.findIndex((argument) => /^-[0rtxo]*I/.test(argument) || argument.startsWith("--replace"))
  const option = at < 0 ? undefined : (args[at] ?? "")
  const placeholder = option === undefined ? undefined : replaced(option, args[at + 1])
  const words = placeholder ? rest.map((word) => word.replaceAll(placeholder, marks.unknown)) : [...rest, marks.unknown]
  return scene.command(words)
}

function replaced(option: string, next: string | undefined): string {
  if (option.startsWith("--")) return option.includes("=") ? option.slice(option.indexOf("=") + 1) : "{}"
  return option.slice(option.indexOf("I") + 1) || next || "{}"
}
