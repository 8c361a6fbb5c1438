import { judgeTest } from "./builtin.ts"
import { combine } from "./judgement.ts"
import { type Syntax, wordTypes } from "./parse.ts"
import { warn } from "./program.ts"
import { reads, writes } from "./touch.ts"
import type { Walk } from "./visit.ts"

/** `[ … ]`: the parser takes it for a condition, the shell for a command, in which `<` and `>` are redirections. */
export function visitTest(walk: Walk, node: Syntax, directories: readonly string[]): void {
  if (node.children[0]?.type !== "[") return
  const scene = walk.scene(directories)
  const read = (part: Syntax) => (wordTypes.has(part.type) ? walk.readings([part], directories).flat() : [part.text])
  const judged = judgeTest(partsOf(node).flatMap(read), scene)
  if (judged.class !== "read-only") walk.note(node.text, "[", judged)
  for (const { operator, target } of redirections(node)) {
    const words = read(target)
    const touched = operator.startsWith("<") ? reads(words, scene) : writes(words, scene)
    walk.note(`${operator} ${target.text}`, operator, combine(touched, ...words.map((word) => warn(word, scene))))
  }
}

// The words and operators, but not what runs within them.
function partsOf(node: Syntax): readonly Syntax[] {
  if (wordTypes.has(node.type) || node.children.length === 0 || /substitution|expansion/.test(node.type)) return [node]
  return node.children.flatMap(partsOf)
}

function redirections(node: Syntax): readonly { operator: string; target: Syntax }[] {
  if (wordTypes.has(node.type) || /substitution|expansion/.test(node.type)) return []
  const [, operator, right] = node.children
  const within = node.children.flatMap(redirections)
  if (node.type !== "binary_expression" || !operator || !right || !/^[<>]/.test(operator.type)) return within
  const [target = right] = partsOf(right)
  return [{ operator: operator.type, target }, ...within]
}
