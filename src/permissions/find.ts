import { isLiteral, isUnknown, marks } from "../shell/mark.ts"
import { holdsProtected } from "./guard.ts"
import { combine, danger, type Judgement, readOnly } from "./judgement.ts"
import { ruins } from "./remove.ts"
import type { Judge, Scene } from "./scene.ts"
import { reads, writes } from "./touch.ts"

/** `find`: it only reads, but for the actions in its expression. */
export const judgeFind: Judge = (args, scene) => {
  const roots = rootsOf(args)
  const actions = args.flatMap((argument, at) => action(argument, args.slice(at + 1), roots, scene))
  // A word that begins with something unknown may be an action.
  const unknown = args.some(
    (argument) => isUnknown(argument) && !(roots.includes(argument) && isLiteral(argument[0] ?? "")),
  )
  return combine(
    reads(roots, scene),
    ...actions,
    unknown ? danger("its actions are known only when it runs") : readOnly(),
  )
}

const files = ["-fprint", "-fprint0", "-fprintf", "-fls"]
const commands = ["-exec", "-execdir", "-ok", "-okdir"]

function action(
  argument: string,
  after: readonly string[],
  roots: readonly string[],
  scene: Scene,
): readonly Judgement[] {
  if (argument === "-delete")
    return [{ ...danger("removes all that it finds"), guarded: holds(roots, scene) }, ruins(roots, scene)]
  if (files.includes(argument)) return [writes(after.slice(0, 1), scene)]
  if (argument === "-files0-from" || argument === "-D") return [danger("where it looks is known only when it runs")]
  if (!commands.includes(argument)) return []
  const end = after.findIndex((word, at) => word === ";" || (word === "+" && after[at - 1] === "{}"))
  const words = end < 0 ? after : after.slice(0, end)
  const found = roots.map((root) => `${root === "/" ? "" : root}/${marks.any}`)
  const judged = found.map((path) => scene.command(words.map((word) => word.replaceAll("{}", path))))
  const removes = /(^|\/)(rm|unlink|shred|rmdir)$/.test(words[0] ?? "")
  return removes ? [...judged, { ...danger("removes all that it finds"), guarded: holds(roots, scene) }] : judged
}

function holds(roots: readonly string[], scene: Scene): boolean {
  return roots.some((root) => holdsProtected(root, scene))
}

// Paths come first; the expression begins with an option, a bracket or a "not".
function rootsOf(args: readonly string[]): readonly string[] {
  const rest = args.slice(args.findIndex((argument) => !/^-(H|L|P|O\d)$/.test(argument)))
  const end = rest.findIndex((argument) => /^-|^[(!]$/.test(argument))
  const roots = end < 0 ? rest : rest.slice(0, end)
  return roots.length === 0 ? ["."] : roots
}
