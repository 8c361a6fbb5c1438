import { lookup } from "../../base/lookup.ts"
import { isLiteral, isUnknown, marks } from "../../shell/mark.ts"
import { afterOptions, letters } from "../../shell/option.ts"
import { unwrapOnce } from "../../shell/unwrap.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { judgeAssignment } from "./assignment.ts"
import { gets } from "./touch.ts"

/** What wrappers do apart from running a command. */
const itself: Readonly<Record<string, Judgement>> = {
  nohup: workspace("keeps its output in nohup.out"),
  setsid: workspace("outlives the command"),
  sudo: danger("runs as another user"),
  doas: danger("runs as another user"),
}

/** Wrappers that a project provides or downloads: themselves unknown programs. */
const foreign: ReadonlySet<string> = new Set(["cross-env", "xvfb-run", "pnpx", "uvx", "corepack"])

/** Judges a program that runs the command in its arguments. */
export function judgeWrapper(name: string, args: readonly string[], scene: JudgeContext): Judgement {
  const inner = unwrapOnce([name, ...args])
  const own = foreign.has(name) ? gets(args, scene) : (lookup(itself, name) ?? readOnly())
  if (!inner) return name === "command" ? readOnly("only looks for a program") : own
  const assigned = inner.before.slice(1).filter((word) => !word.startsWith("-") && word.includes("="))
  return combine(
    inner.known || foreign.has(name) ? own : combine(danger("an option that is not known"), own),
    inner.words.length === 0 ? readOnly() : scene.command(inner.words),
    ...assigned.map((word) =>
      judgeAssignment(word.slice(0, word.indexOf("=")), { exported: true, hides: scene.hides }),
    ),
  )
}

/** Judges of wrappers with a syntax of their own. */
export const wrapperJudges: Readonly<Record<string, Judge>> = {
  watch: (args, scene) => {
    const { rest, known } = afterOptions(args, { flags: letters("dtgbecx"), values: ["-n", "--interval"] })
    const text = known ? rest.join(" ") : marks.unknown
    return combine(
      workspace("runs repeatedly"),
      isLiteral(text) ? scene.script(text) : danger("what it runs is not known"),
    )
  },
  xargs: judgeArguments,
}

// The arguments that xargs adds are known only at run time.
function judgeArguments(args: readonly string[], scene: JudgeContext): Judgement {
  const { rest, known } = afterOptions(args, {
    flags: [...letters("0rtxo"), "--null", "--no-run-if-empty", "--verbose"],
    values: [...letters("nPLIdsE"), "--max-args", "--max-procs", "--delimiter"],
    attached: ["--replace", "--max-lines"],
  })
  if (!known || args.some((argument) => argument === "-i" || argument === "-e"))
    return danger("an option that is not known")
  if (rest.length === 0) return readOnly()
  if (isUnknown(rest[0] ?? "")) return danger("the program is known only when it runs")
  const at = args.findIndex((argument) => /^-[0rtxo]*I/.test(argument) || argument.startsWith("--replace"))
  const option = at < 0 ? undefined : (args[at] ?? "")
  const placeholder = option === undefined ? undefined : replaced(option, args[at + 1])
  const given = scene.listed ?? marks.unknown
  const words = placeholder ? rest.map((word) => word.replaceAll(placeholder, given)) : [...rest, given]
  const removes = /(^|\/)(rm|unlink|shred|rmdir)$/.test(rest[0] ?? "")
  return removes ? combine(danger("deletes all that it is given"), scene.command(words)) : scene.command(words)
}

function replaced(option: string, next: string | undefined): string {
  if (option.startsWith("--")) return option.includes("=") ? option.slice(option.indexOf("=") + 1) : "{}"
  return option.slice(option.indexOf("I") + 1) || next || "{}"
}
