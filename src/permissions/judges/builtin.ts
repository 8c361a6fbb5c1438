import { cdTarget } from "../../shell/change-directory.ts"
import { isUnknown, spell } from "../../shell/mark.ts"
import { isOption, letters, operandsOf, takeOptions, words } from "../../shell/option.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { whereabouts } from "../whereabouts.ts"
import { judgeAssignment, judgeDeclared } from "./assignment.ts"
import { calculation, calculationOf } from "./calculation.ts"
import { beyond, reads } from "./touch.ts"

/** The judges of shell builtins and `date`. */
export const builtinJudges: Readonly<Record<string, Judge>> = {
  cd: judgeGo,
  pushd: judgeGo,
  popd: () => readOnly("goes back"),
  set: judgeSet,
  shopt: (args) =>
    args.every((argument) => shellOptions.shopt.includes(argument))
      ? workspace("changes the shell")
      : danger("changes how the shell reads commands"),
  umask: (args) => (args.length === 0 ? readOnly() : workspace("changes who may use new files")),
  let: (args, scene) => (args.every((argument) => /^[\d\s+*/%()-]+$/.test(argument)) ? readOnly() : calculation(scene)),
  export: judgeDeclarations,
  declare: judgeDeclarations,
  typeset: judgeDeclarations,
  local: judgeDeclarations,
  readonly: judgeDeclarations,
  unset: judgeNames,
  read: judgeNames,
  getopts: judgeNames,
  wait: judgeNames,
  mapfile: judgeLines,
  readarray: judgeLines,
  printf: judgePrint,
  test: judgeTest,
  "[": judgeTest,
  ps: (args) =>
    args.some((argument) => /^[a-zA-Z]*e/i.test(argument) || /^-[a-zA-Z]*E/.test(argument))
      ? danger("shows the environment of other programs")
      : readOnly(),
  date: judgeDate,
}

/** Options of the shell that change neither what a command means nor what it is given. Any other may. */
const shellOptions = {
  letters: /^[-+][euxvfnC]*o?$/,
  names: words("errexit nounset pipefail noglob xtrace verbose noexec noclobber"),
  shopt: words("-s -u -q -p -o nullglob failglob globstar nocaseglob inherit_errexit pipefail errexit nounset dotglob"),
} as const

function judgeSet(args: readonly string[]): Judgement {
  for (const [at, argument] of args.entries()) {
    if (argument === "--" || argument === "-") break
    if (!/^[-+]/.test(argument)) {
      if (isUnknown(argument)) return danger("changes how the shell reads commands")
      // The name of an option; otherwise the arguments of the shell begin here.
      if (!/^[-+]\w*o$/.test(args[at - 1] ?? "")) break
      if (!shellOptions.names.includes(argument)) return danger(`sets ${spell(argument)}, which changes the shell`)
    } else if (!shellOptions.letters.test(argument)) return danger(`sets ${spell(argument)}, which changes the shell`)
  }
  return args.some(isUnknown) ? workspace("changes the shell") : readOnly("changes the shell")
}

function judgeGo(args: readonly string[], scene: JudgeContext): Judgement {
  const target = cdTarget(args, scene.home)
  if (target === undefined)
    return operandsOf(args)[0] === "-" && scene.directories.length > 1
      ? readOnly("goes back")
      : danger("where it goes is known only when it runs")
  // Where files were brought, what is named from there on is unknown in any case.
  return whereabouts(target, { ...scene, brought: false }).every((where) => where === "workspace")
    ? readOnly("stays in the workspace")
    : danger(`goes to ${spell(target)}, ${beyond(target, scene)}`)
}

// They set the named variables. An array index in a name is evaluated and may run a command.
function judgeNames(args: readonly string[], scene: JudgeContext): Judgement {
  const names = args.filter((argument) => /^[A-Za-z_]\w*$/.test(argument))
  return combine(
    readOnly("sets variables"),
    ...names.map((name) => judgeAssignment(name, { exported: false, hides: scene.hides })),
    calculationOf(args, scene),
    args.some(isUnknown) ? workspace("what it sets is known only when it runs") : readOnly(),
  )
}

function judgeDeclarations(args: readonly string[], { hides }: JudgeContext): Judgement {
  const judged = args.map((argument) => judgeDeclared(argument, { exported: true, hides }))
  const arrays = args.some((argument) => /^-\w*[aA]/.test(argument)) && args.some(isUnknown)
  const doubt = arrays ? danger("what it declares is known only when it runs") : readOnly()
  return combine(readOnly("sets variables"), ...judged, doubt)
}

function judgeLines(args: readonly string[], scene: JudgeContext): Judgement {
  const calls = args.some((argument) => isOption(argument, ["-C"]))
  return combine(judgeNames(args, scene), calls ? danger("runs a command for each line") : readOnly())
}

// `-v name` sets a variable, and so may `%n`.
function judgePrint(args: readonly string[], scene: JudgeContext): Judgement {
  const [first = "", second = ""] = args
  if (first.startsWith("-v")) return judgeNames([first.slice(2), second], scene)
  const sets = isUnknown(first) || /%[^a-zA-Z%]*n/.test(first)
  return sets ? calculationOf(args, scene) : readOnly()
}

/** `test` and `[` only read, except that `-v` evaluates an array index. */
function judgeTest(args: readonly string[], scene: JudgeContext): Judgement {
  const asks = args.includes("-v") || args.includes("-R")
  const unknown = args.some(isUnknown)
  if (!asks && !unknown) return readOnly()
  return combine(calculationOf(args, scene), asks && unknown ? calculation(scene) : readOnly())
}

const dateOptions = {
  flags: [...letters("uR"), ...words("--utc --universal --rfc-email --rfc-822 --debug")],
  values: words("-d --date -f --file -r --reference --rfc-3339"),
  attached: ["-I", "--iso-8601"],
} as const

function judgeDate(args: readonly string[], scene: JudgeContext): Judgement {
  const { options, operands, odd } = takeOptions(args, dateOptions)
  const files = options.flatMap(({ name, value = "" }) => (/^-(r|f|-file|-reference)$/.test(name) ? [value] : []))
  const sets = odd || operands.some((operand) => !operand.startsWith("+"))
  return combine(sets ? danger("may set the clock") : readOnly(), reads(files, scene))
}
