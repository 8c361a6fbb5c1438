import { isExpanded } from "./doubt.ts"
import { mentionsProtected } from "./guard.ts"
import { combine, danger, readOnly } from "./judgement.ts"
import { type Syntax, wordTypes } from "./parse.ts"
import { warn } from "./program.ts"
import { reads, writes } from "./touch.ts"
import { type Flow, stay, union, type Walk } from "./visit.ts"

/** A command with what is redirected. The parser gives words behind a redirection to it: they belong to the command. */
export function visitRedirected(walk: Walk, node: Syntax, directories: readonly string[]): Flow {
  const [first, ...others] = node.children
  const body = first?.type === "file_redirect" ? undefined : first
  const extra = others.flatMap((child) => {
    if (child.type === "file_redirect") return targetsOf(child).slice(1)
    return child.type === "heredoc_redirect" ? child.children.filter((part) => wordTypes.has(part.type)) : []
  })
  if (extra.length > 0 && !takesWords(body))
    walk.note(node.text, "", danger("words behind a redirection that belong nowhere"))
  const flow = body ? walk.visit(body, directories, extra) : stay(directories)
  // The parser gives a whole list the redirection of its last command, which may have gone to another directory.
  const where = body?.type === "list" ? union(directories, flow.any) : directories
  for (const child of body ? others : node.children) walk.visit(child, where)
  return flow
}

/** `> file`, `< file`, `2>&1` and the like. */
export function visitRedirect(walk: Walk, node: Syntax, directories: readonly string[]): Flow {
  const operator = node.children.find((child) => !child.named)?.type ?? ""
  const [target] = targetsOf(node)
  if (!target) return stay(directories)
  walk.visitWithin(target, directories)
  const words = walk.readings([target], directories).flat()
  const copies = operator.endsWith("&") && words.every((word) => /^(\d+-?|-)$/.test(word))
  if (copies) return stay(directories)
  const scene = walk.scene(directories)
  const touched = operator.startsWith("<") ? reads(words, scene) : writes(words, scene)
  const judgement = combine(touched, ...words.map((word) => warn(word, scene)))
  if (judgement.class !== "read-only" || judgement.outside || judgement.guarded)
    walk.note(node.text, operator, judgement)
  return stay(directories)
}

/** A heredoc: what runs in its text, and what stands behind it in its line. */
export function visitHeredoc(walk: Walk, node: Syntax, directories: readonly string[]): Flow {
  if (mentionsProtected(node.text, walk.context))
    walk.note("<<", "<<", { ...readOnly("its text names files of Holdfast"), guarded: true })
  for (const child of node.children) {
    if (child.type === "heredoc_body" && !isExpanded(node)) continue
    if (!wordTypes.has(child.type)) walk.visit(child, directories)
  }
  return stay(directories)
}

function targetsOf(redirect: Syntax): readonly Syntax[] {
  return redirect.children.filter((part) => part.named && part.type !== "file_descriptor")
}

function takesWords(body: Syntax | undefined): boolean {
  if (!body) return false
  if (body.type === "pipeline" || body.type === "list") return takesWords(body.children.at(-1))
  return body.type === "command"
}
