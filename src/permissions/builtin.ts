import { judgeAssignment, judgeDeclared } from "./assignment.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import { isUnknown, spell } from "./mark.ts"
import { isOption, operandsOf } from "./option.ts"
import type { Judge, Scene } from "./scene.ts"
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
  let: (args) =>
    args.every((argument) => /^[\d\s+*/%()-]+$/.test(argument)) ? readOnly() : workspace("calculates with variables"),
  // Where the parser takes them for programs, as behind a `!`.
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
  printf: (args) => (args[0]?.startsWith("-v") ? judgeNames([args[0].slice(2), args[1] ?? ""]) : readOnly()),
  test: judgeTest,
  "[": judgeTest,
  ps: (args) =>
    args.some((argument) => /^[a-zA-Z]*e/i.test(argument) || /^-[a-zA-Z]*E/.test(argument))
      ? danger("shows the environment of other programs")
      : readOnly(),
  date: (args) =>
    args.some((argument, at) => setsClock(argument, args[at - 1])) ? danger("sets the clock") : readOnly(),
}

/** Where `cd` goes; undefined where that is known only when it runs, or where it was before. */
export function goal(args: readonly string[], home: string): string | undefined {
  const [target = home] = operandsOf(args)
  return isUnknown(target) || target === "-" ? undefined : target
}

function judgeGo(args: readonly string[], scene: Scene): Judgement {
  const target = goal(args, scene.home)
  if (target === undefined)
    return operandsOf(args)[0] === "-" && scene.directories.length > 1
      ? readOnly("goes back")
      : danger("where it goes is known only when it runs")
  return whereabouts(target, scene).every((where) => where === "workspace")
    ? readOnly("stays in the workspace")
    : danger(`goes to ${spell(target)}, outside of the workspace`)
}

// They set the variables that they name. The index of an array in such a name is calculated, and so may run a text.
function judgeNames(args: readonly string[]): Judgement {
  const names = args.filter((argument) => /^[A-Za-z_]\w*$/.test(argument))
  return combine(
    readOnly("sets variables"),
    ...names.map((name) => judgeAssignment(name, { exported: false })),
    args.some(isUnknown) ? workspace("what it sets is known only when it runs") : readOnly(),
  )
}

function judgeDeclarations(args: readonly string[]): Judgement {
  return combine(readOnly("sets variables"), ...args.map((argument) => judgeDeclared(argument, { exported: true })))
}

function judgeLines(args: readonly string[]): Judgement {
  const calls = args.some((argument) => isOption(argument, ["-C"]))
  return combine(judgeNames(args), calls ? danger("runs a command for each line") : readOnly())
}

function judgeTest(args: readonly string[]): Judgement {
  return args.includes("-v") && args.some(isUnknown) ? workspace("calculates with variables") : readOnly()
}

function setsClock(argument: string, before: string | undefined): boolean {
  if (["-d", "--date", "-r", "--reference", "-f", "--file"].includes(before ?? "")) return false
  if (argument.startsWith("--")) return isOption(argument, ["--set"])
  if (argument.startsWith("-")) return !argument.startsWith("-I") && argument.includes("s")
  return !argument.startsWith("+")
}
