import { cdTarget } from "../shell/change-directory.ts"
import { isUnknown, spell } from "../shell/mark.ts"
import { isOption, letters, operandsOf, takeOptions, words } from "../shell/option.ts"
import { calculation, calculationOf } from "./arithmetic.ts"
import { judgeAssignment, judgeDeclared } from "./assignment.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import type { Judge, Scene } from "./scene.ts"
import { reads } from "./touch.ts"
import { whereabouts } from "./whereabouts.ts"

/** The judges of what the shell does itself, and of the clock. */
export const builtinJudges: Readonly<Record<string, Judge>> = {
  cd: judgeGo,
  pushd: judgeGo,
  popd: () => readOnly("goes back"),
  set: (args) =>
    args.some((argument) => isUnknown(argument)) ? workspace("changes the shell") : readOnly("changes the shell"),
  shopt: () => workspace("changes the shell"),
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

function judgeGo(args: readonly string[], scene: Scene): Judgement {
  const target = cdTarget(args, scene.home)
  if (target === undefined)
    return operandsOf(args)[0] === "-" && scene.directories.length > 1
      ? readOnly("goes back")
      : danger("where it goes is known only when it runs")
  return whereabouts(target, scene).every((where) => where === "workspace")
    ? readOnly("stays in the workspace")
    : danger(`goes to ${spell(target)}, outside of the workspace`)
}

// They set the variables that they name. The index of an array in such a name is calculated, and so may run a text.
function judgeNames(args: readonly string[], scene: Scene): Judgement {
  const names = args.filter((argument) => /^[A-Za-z_]\w*$/.test(argument))
  return combine(
    readOnly("sets variables"),
    ...names.map((name) => judgeAssignment(name, { exported: false, hides: scene.hides })),
    calculationOf(args, scene),
    args.some(isUnknown) ? workspace("what it sets is known only when it runs") : readOnly(),
  )
}

function judgeDeclarations(args: readonly string[], { hides }: Scene): Judgement {
  const judged = args.map((argument) => judgeDeclared(argument, { exported: true, hides }))
  const arrays = args.some((argument) => /^-\w*[aA]/.test(argument)) && args.some(isUnknown)
  const doubt = arrays ? danger("what it declares is known only when it runs") : readOnly()
  return combine(readOnly("sets variables"), ...judged, doubt)
}

function judgeLines(args: readonly string[], scene: Scene): Judgement {
  const calls = args.some((argument) => isOption(argument, ["-C"]))
  return combine(judgeNames(args, scene), calls ? danger("runs a command for each line") : readOnly())
}

// `-v name` sets a variable, and so may `%n`.
function judgePrint(args: readonly string[], scene: Scene): Judgement {
  const [first = "", second = ""] = args
  if (first.startsWith("-v")) return judgeNames([first.slice(2), second], scene)
  const sets = isUnknown(first) || /%[^a-zA-Z%]*n/.test(first)
  return sets ? calculationOf(args, scene) : readOnly()
}

/** `test` and `[`: they only look, but for the index of an array that `-v` asks for. */
function judgeTest(args: readonly string[], scene: Scene): Judgement {
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

function judgeDate(args: readonly string[], scene: Scene): Judgement {
  const { options, operands, odd } = takeOptions(args, dateOptions)
  const files = options.flatMap(({ name, value = "" }) => (/^-(r|f|-file|-reference)$/.test(name) ? [value] : []))
  const sets = odd || operands.some((operand) => !operand.startsWith("+"))
  return combine(sets ? danger("may set the clock") : readOnly(), reads(files, scene))
}
