import { isLiteral, isUnknown, marks } from "../../shell/mark.ts"
import { holdsProtected } from "../guard.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, type Judgement, readOnly } from "../judgement.ts"
import { ruins } from "./remove.ts"
import { reads, readsThroughLinks, writes } from "./touch.ts"

/** `find` only reads, except for the actions of its expression. */
export const judgeFind: Judge = (args, scene) => {
  const roots = rootsOf(args)
  const files = args.some((argument, at) => argument === "f" && args[at - 1] === "-type")
  const actions = args.flatMap((argument, at) => action(argument, args.slice(at + 1), roots, files, scene))
  // A word with an unknown beginning may be an action.
  const unknown = args.some(
    (argument) => isUnknown(argument) && !(roots.includes(argument) && isLiteral(argument[0] ?? "")),
  )
  const through = args.some((argument) => argument === "-L" || argument === "-follow")
  return combine(
    reads(roots, scene),
    through ? readsThroughLinks(roots, scene) : readOnly(),
    ...actions,
    unknown ? danger("its actions are known only when it runs") : readOnly(),
  )
}

const outputs = ["-fprint", "-fprint0", "-fprintf", "-fls"]
const commands = ["-exec", "-execdir", "-ok", "-okdir"]

function action(
  argument: string,
  after: readonly string[],
  roots: readonly string[],
  files: boolean,
  scene: JudgeContext,
): readonly Judgement[] {
  if (argument === "-delete")
    return [{ ...danger("deletes all that it finds"), guarded: holds(roots, scene) }, ruins(roots, scene)]
  if (outputs.includes(argument)) return [writes(after.slice(0, 1), scene)]
  if (argument === "-files0-from" || argument === "-D") return [danger("where it looks is known only when it runs")]
  if (!commands.includes(argument)) return []
  const end = after.findIndex((word, at) => word === ";" || (word === "+" && after[at - 1] === "{}"))
  const words = end < 0 ? after : after.slice(0, end)
  const found = roots.map((root) => `${root === "/" ? "" : root}/${files ? marks.plain : marks.any + marks.any}`)
  const judged = found.map((path) => scene.command(words.map((word) => word.replaceAll("{}", path))))
  const removes = /(^|\/)(rm|unlink|shred|rmdir)$/.test(words[0] ?? "")
  return removes ? [...judged, { ...danger("deletes all that it finds"), guarded: holds(roots, scene) }] : judged
}

function holds(roots: readonly string[], scene: JudgeContext): boolean {
  return roots.some((root) => holdsProtected(root, scene))
}

// Paths come first; the expression starts with an option, a parenthesis or a "not".
function rootsOf(args: readonly string[]): readonly string[] {
  const rest = args.slice(args.findIndex((argument) => !/^-(H|L|P|O\d)$/.test(argument)))
  const end = rest.findIndex((argument) => /^-|^[(!]$/.test(argument))
  const roots = end < 0 ? rest : rest.slice(0, end)
  return roots.length === 0 ? ["."] : roots
}
