import { judgeAssignment, judgeDeclared } from "./assignment.ts"
import { goal } from "./builtin.ts"
import { combine, danger, type Judgement, readOnly } from "./judgement.ts"
import { isLead } from "./lead.ts"
import { isUnknown, spell } from "./mark.ts"
import { type Syntax, wordTypes } from "./parse.ts"
import { judgeProgram, warn } from "./program.ts"
import { type Flow, stay, union, type Walk } from "./visit.ts"
import { resolve } from "./whereabouts.ts"

/** A program with its arguments, and the assignments and redirections around it. */
export function visitCommand(walk: Walk, node: Syntax, directories: readonly string[], extra: readonly Syntax[]): Flow {
  const parts = [...node.children.filter((child) => !attached.has(child.type)), ...extra]
  const readings = walk.readings(parts, directories)
  const [words] = readings
  const scene = walk.scene(directories)
  const assignments = node.children.filter((child) => child.type === "variable_assignment")
  const judged = readings.map((words) => (words.length === 0 ? readOnly("sets variables") : judgeProgram(words, scene)))
  // `IFS= read -r line` is how lines are read.
  const set = assignments
    .filter((child) => !(nameOf(child) === "IFS" && words[0] === "read"))
    .map((child) => judgeAssignment(nameOf(child), { exported: words.length > 0, hides: walk.hides }))
  const text = [node.text, ...extra.map((word) => word.text)].join(" ")
  walk.note(text, spell(words[0] ?? ""), combine(readOnly(), ...judged, ...set), words.map(spell).join(" "))
  // What it may be besides, for the rules and for the person; what runs within is noted already.
  for (const [at, judgement] of judged.entries()) {
    const other = readings[at]?.map(spell) ?? []
    if (at > 0) walk.note(other.join(" "), other[0] ?? "", { ...judgement, inner: [] })
  }
  for (const child of assignments) visitValue(walk, child, directories)
  // The words themselves are judged: what is left is what runs within them.
  for (const part of parts) walk.visitWithin(part, directories)
  for (const child of node.children) if (redirections.has(child.type)) walk.visit(child, directories)
  const flows = readings.map((words) => go(walk, words, directories))
  return flows.reduce((a, b) => ({ ok: union(a.ok, b.ok), any: union(a.any, b.any) }))
}

/** `x=1` on its own. */
export function visitAssignment(walk: Walk, node: Syntax, directories: readonly string[]): Flow {
  walk.note(node.text, "", judgeAssignment(nameOf(node), { exported: false, hides: walk.hides }))
  visitValue(walk, node, directories)
  return stay(directories)
}

/** `export`, `declare`, `local` and `readonly`. */
export function visitDeclaration(walk: Walk, node: Syntax, directories: readonly string[]): Flow {
  const exported = node.children[0]?.type === "export" || /\s-\w*x/.test(node.text)
  const others = node.children.filter((child) => child.named && !child.type.startsWith("variable_"))
  const words = walk.readings(others, directories).flat()
  const assignments = node.children.filter((child) => child.type === "variable_assignment")
  const set = { exported, hides: walk.hides }
  const arrays = words.some((word) => /^-\w*[aA]/.test(word))
  const judgement = combine(
    readOnly("sets variables"),
    ...assignments.map((child) => judgeAssignment(nameOf(child), set)),
    ...assignments
      .flatMap((child) => declaredValues(walk, child, directories))
      .map((value) => readsArray(value, { arrays })),
    ...words.map((word) => judgeDeclared(word, set)),
    ...words.map((word) => warn(word, walk.scene(directories))),
  )
  walk.note(node.text, node.children[0]?.text ?? "", judgement)
  for (const child of node.children) {
    if (child.type === "variable_assignment") visitValue(walk, child, directories)
    else walk.visitWithin(child, directories)
  }
  return stay(directories)
}

function declaredValues(walk: Walk, assignment: Syntax, directories: readonly string[]): readonly string[] {
  const value = assignment.children.at(-1)
  return value && wordTypes.has(value.type) ? walk.readings([value], directories).flat() : []
}

// A text in brackets is read as the elements of an array, with the commands in it, where the variable is one.
function readsArray(value: string, { arrays }: { arrays: boolean }): Judgement {
  if (/^\s*\(/.test(value)) return danger("text that the shell may take for a command")
  return arrays && isUnknown(value) ? danger("what it declares is known only when it runs") : readOnly()
}

/** More places than a command goes to. */
const mostDirectories = 16

function go(walk: Walk, words: readonly string[], directories: readonly string[]): Flow {
  const behind = words.findIndex((word) => !isLead(word))
  if (behind <= 0) return goes(walk, words, directories)
  // Whether the shell takes the word before it like that is not sure.
  const { any } = goes(walk, words.slice(behind), directories)
  return stay(union(directories, any))
}

function goes(walk: Walk, [program = "", ...args]: readonly string[], directories: readonly string[]): Flow {
  if (program === "popd") return stay([...walk.been])
  if (program !== "cd" && program !== "pushd") return stay(directories)
  const target = goal(args, walk.context.home)
  const there = target === undefined ? [...walk.been] : resolve(target, { ...walk.context, directories })
  walk.been.push(...there.filter((directory) => !walk.been.includes(directory)))
  if (walk.been.length <= mostDirectories) return { ok: there, any: union(directories, there) }
  walk.been.length = mostDirectories
  walk.note("cd", "cd", danger("goes to too many places"))
  return stay(directories)
}

function visitValue(walk: Walk, assignment: Syntax, directories: readonly string[]): void {
  for (const child of assignment.children)
    if (child.named && child.type !== "variable_name") walk.visit(child, directories)
}

function nameOf(assignment: Syntax): string {
  const [first] = assignment.children
  return first?.type === "subscript" ? (first.children[0]?.text ?? "") : (first?.text ?? "")
}

const redirections: ReadonlySet<string> = new Set(["file_redirect", "herestring_redirect", "heredoc_redirect"])

/** Parts of a command that are not its words. */
const attached: ReadonlySet<string> = new Set(["variable_assignment", ...redirections])
