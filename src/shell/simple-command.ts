import { type Assignment, type Command, forEachChild, type SyntaxNode, type Word } from "unbash"
import { isUnknown, marks } from "./mark.ts"
import { everyNode, parseShell } from "./parse.ts"
import { readingsOf, type Words } from "./readings.ts"
import { unwrap } from "./unwrap.ts"
import { type Values, valuesIn } from "./variables.ts"

/** A simple command as it is written, without what is only put before it. */
export type SimpleCommand = {
  /** The program and its arguments, with marks for what is known only when it runs; patterns stay as they are. */
  words: Words
  /** Assignments, and programs such as `env` and `timeout` with their options. */
  before: Words
  /** What it is given by a here-document or a here-string. */
  input: string | null
  /** The scripts whose output is part of its words. */
  substitutions: readonly string[]
}

/** Every simple command of a line, at any depth; none of one that cannot be parsed. */
export function simpleCommands(line: string): (SimpleCommand & { background: boolean })[] {
  const { script, problem } = parseShell(line)
  if (script === null || problem !== null) return []
  const values = valuesIn(script, "~")
  const found: (SimpleCommand & { background: boolean })[] = []
  const visit = (node: SyntaxNode, background: boolean) => {
    if (node.type === "Command") found.push({ ...simpleCommand(node, values), background })
    const isAside = background || (node.type === "Statement" && node.background === true)
    forEachChild(node, (child) => visit(child, isAside))
  }
  visit(script, false)
  return found
}

/** One command of a line, for the values that its variables have. */
export function simpleCommand(node: Command, values: Values): SimpleCommand {
  const read = (words: readonly Word[]) => words.flatMap((word) => readAsWritten(word, values))
  const assigned = node.prefix.flatMap((part) => {
    if (part.type !== "Assignment") return []
    return [part.value.type === "Word" ? `${part.name}=${read([part.value]).join(" ")}` : part.text]
  })
  const args = node.args.map((argument) => (argument.type === "Word" ? argument : asWord(argument)))
  const { words, before } = unwrap(node.name ? read([node.name, ...args]) : [])
  const given = node.redirects.findLast(({ type }) => type !== "Redirect")
  const here = given?.type === "HereString" && given.target ? read([given.target]).join(" ") : null
  return {
    words,
    before: [...assigned, ...before],
    input: given?.type === "HereDoc" ? given.body.text : here,
    substitutions: substitutionsIn(node),
  }
}

/** A pattern stays as it is written: two that match the same names are not the same. */
function readAsWritten(word: Word, values: Values): Words {
  const [certain] = readingsOf([word], values, { home: "~", directory: undefined })
  const isPattern = certain.some((text) => text.includes(marks.any) || text.includes(marks.one))
  return isPattern && !certain.some(isUnknown) ? [word.text] : certain
}

/** The scripts whose output is part of a node. */
export function substitutionsIn(node: SyntaxNode): string[] {
  return everyNode(node).flatMap((each) => {
    if (each.type !== "CommandExpansion") return []
    return [each.text.startsWith("$(") ? each.text.slice(2, -1) : each.text.slice(1, -1)]
  })
}

/** An argument that looks like an assignment is a word to every program but the declaring builtins. */
export function asWord({ text, pos, end }: Assignment): Word {
  return { type: "Word", text, value: text, pos, end }
}
