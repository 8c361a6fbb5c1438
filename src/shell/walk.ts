import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
} from "unbash"
import { calculates, runsValue } from "./arithmetic.ts"
import { cdTarget } from "./change-directory.ts"
import { listedNext } from "./listing.ts"
import { resolve, type Whence } from "./paths.ts"
import { type Readings, readingsOf, type Words } from "./readings.ts"
import { asWord } from "./simple-command.ts"
import { declarers, valuesIn } from "./variables.ts"

/** One thing that a command line does, and the directories it may do it in. */
export type ShellAct = { text: string; directories: readonly string[] } & (
  | {
      is: "command"
      /** Its words: first what is certain, then what they are for each value that a variable may have. */
      readings: Readings
      /** Variables that are set for this command. */
      assigned: readonly string[]
      /** The pattern of the names that it is given by the command before it in a pipeline. */
      listed: string | undefined
    }
  | { is: "declaration"; words: Words; assigned: readonly { name: string; values: Words }[] }
  | { is: "assignment"; name: string }
  | { is: "redirection"; operator: string; words: Words }
  | { is: "here-document" }
  /** Words that bash only reads: what a loop goes through, what a condition compares. */
  | { is: "reading"; words: Words }
  | { is: "calculation" }
  | { is: "evaluation" }
  | { is: "function"; name: string; forksItself: boolean }
  /** More changes of the directory than are followed. */
  | { is: "lost" }
)

/** Where a command line starts. */
export type Start = Omit<Whence, "directories"> & { directory: string; home: string }

/** The directories that a part of a command line may leave the shell in: if it succeeds, and in any case. */
type Flow = { ok: readonly string[]; any: readonly string[] }

/** More directories than a command line changes to. */
const maxDirectories = 16

/** What a command line does, in the order in which bash comes to it, with what runs inside of substitutions. */
export function actsOf(script: ParsedScript, text: string, start: Start): ShellAct[] {
  const acts: ShellAct[] = []
  const visited = [start.directory]
  const values = valuesIn(script, start.home)
  const slice = ({ pos, end }: SyntaxNode) => text.slice(pos, end)
  /** Redirections are acts of their own. */
  const commandText = ({ prefix, name, args }: Command) =>
    [...prefix.filter(({ type }) => type === "Assignment"), ...(name ? [name] : []), ...args].map(slice).join(" ")

  function readings(words: readonly Word[], directories: readonly string[]): Readings {
    const directory = directories.length === 1 ? directories[0] : undefined
    return readingsOf(words, values, { home: start.home, directory })
  }

  function visit(node: SyntaxNode, directories: readonly string[]): Flow {
    switch (node.type) {
      case "Command":
        return visitCommand(node, directories)
      case "Redirected": {
        const flow = visit(node.command, directories)
        for (const redirection of node.redirects) visitRedirection(redirection, directories)
        return flow
      }
      case "Statement":
        return visitStatement(node, directories)
      case "AndOr":
        return node.commands.slice(1).reduce<Flow>(
          (left, command, at) => {
            const isAnd = node.operators[at] === "&&"
            const right = visit(command, isAnd ? left.ok : left.any)
            return { ok: isAnd ? right.ok : union(left.ok, right.ok), any: union(left.any, right.any) }
          },
          node.commands[0] ? visit(node.commands[0], directories) : unmoved(directories),
        )
      case "Pipeline": {
        let listed: string | undefined
        const flows = node.commands.map((command, at) => {
          const flow =
            command.type === "Command" ? visitCommand(command, directories, listed) : visit(command, directories)
          listed = listedNext(command, at, listed)
          return flow
        })
        const [only] = flows
        // Only a pipeline of one command runs in the shell itself; `!` may turn a failure into success.
        return only && flows.length === 1 ? { ok: only.any, any: only.any } : unmoved(directories)
      }
      case "Subshell":
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
      case "Coproc":
        visitChildren(node, directories)
        return unmoved(directories)
      case "For":
      case "Select":
      case "ArithmeticFor":
      case "While":
      case "Function":
        return visitRepeated(node, directories)
      case "Word":
        visitWord(node, directories)
        return unmoved(directories)
      case "Assignment":
        visitAssignment(node, directories)
        return unmoved(directories)
      case "Redirect":
      case "HereString":
      case "HereDoc":
        visitRedirection(node, directories)
        return unmoved(directories)
      default:
        noteItself(node, directories)
        return visitChildren(node, directories)
    }
  }

  /** What runs in the background moves nothing but itself. */
  function visitStatement({ command, background }: Statement, directories: readonly string[]): Flow {
    const flow = visit(command, directories)
    return background ? unmoved(directories) : flow
  }

  function visitChildren(node: SyntaxNode, directories: readonly string[]): Flow {
    let any = directories
    forEachChild(node, (child) => {
      any = union(any, visit(child, any).any)
    })
    return unmoved(any)
  }

  /** The next round, or call, starts where the first one ended. */
  function visitRepeated(node: SyntaxNode, directories: readonly string[]): Flow {
    noteItself(node, directories)
    const before = acts.length
    const { any } = visitChildren(node, directories)
    if (any.length === directories.length) return unmoved(any)
    acts.length = before
    return visitChildren(node, any)
  }

  function visitCommand(node: Command, directories: readonly string[], listed?: string): Flow {
    const { name, prefix, args, redirects } = node
    const assignments = prefix.filter((part) => part.type === "Assignment")
    if (!name) {
      for (const part of assignments) visitAssignment(part, directories)
      for (const part of redirects) visitRedirection(part, directories)
      return unmoved(directories)
    }
    if (declarers.has(name.text)) return visitDeclaration(node, directories)
    const words = [name, ...args.map((argument) => (argument.type === "Word" ? argument : asWord(argument)))]
    const read = readings(words, directories)
    acts.push({
      is: "command",
      text: commandText(node),
      directories,
      readings: read,
      assigned: assignments.map((part) => part.name),
      listed,
    })
    for (const part of assignments) visitValue(part, directories)
    for (const part of [name, ...args]) visitInside(part, directories)
    for (const part of redirects) visitRedirection(part, directories)
    const flows = read.map((reading) => changeDirectory(reading, directories))
    return flows.reduce((a, b) => ({ ok: union(a.ok, b.ok), any: union(a.any, b.any) }))
  }

  function visitDeclaration(node: Command, directories: readonly string[]): Flow {
    const plain = node.args.filter((argument) => argument.type === "Word")
    const assignments = node.args.filter((argument) => argument.type === "Assignment")
    acts.push({
      is: "declaration",
      text: slice(node),
      directories,
      words: [node.name?.text ?? "", ...readings(plain, directories).flat()],
      assigned: assignments.map(({ name, value }) => ({
        name,
        values: value.type === "Word" ? readings([value], directories).flat() : [],
      })),
    })
    for (const part of assignments) visitValue(part, directories)
    for (const part of plain) visitInside(part, directories)
    for (const part of node.prefix) if (part.type === "Assignment") visitAssignment(part, directories)
    for (const part of node.redirects) visitRedirection(part, directories)
    return unmoved(directories)
  }

  function visitAssignment(node: Assignment, directories: readonly string[]): void {
    acts.push({ is: "assignment", text: slice(node), directories, name: node.name })
    visitValue(node, directories)
  }

  function visitValue(node: Assignment, directories: readonly string[]): void {
    noteItself(node, directories)
    forEachChild(node, (child) => visit(child, directories))
  }

  function visitRedirection(node: Redirection, directories: readonly string[]): void {
    if (node.type === "HereDoc") acts.push({ is: "here-document", text: node.body.text, directories })
    else if (node.target && node.type === "HereString") visitWord(node.target, directories)
    else if (node.target) {
      const words = readings([node.target], directories).flat()
      acts.push({ is: "redirection", text: slice(node), directories, operator: node.operator, words })
    }
    visitInside(node, directories)
  }

  function visitWord(node: Word, directories: readonly string[]): void {
    acts.push({ is: "reading", text: node.text, directories, words: readings([node], directories).flat() })
    visitInside(node, directories)
  }

  /** What runs inside of words that are known already. */
  function visitInside(node: SyntaxNode, directories: readonly string[]): void {
    noteItself(node, directories)
    forEachChild(node, (child) => {
      if (inner.has(child.type)) visit(child, directories)
      else visitInside(child, directories)
    })
  }

  function noteItself(node: SyntaxNode, directories: readonly string[]): void {
    const act = { text: slice(node), directories }
    if (runsValue(node)) acts.push({ is: "evaluation", ...act })
    if (
      node.type === "ParameterExpansion" &&
      node.operation?.type === "Default" &&
      node.operation.operator.endsWith("=")
    ) {
      acts.push({ is: "assignment", ...act, name: node.parameter })
    }
    if (calculates(node, values.certain)) acts.push({ is: "calculation", ...act })
    if (node.type === "For" || node.type === "Select") {
      acts.push({ is: "assignment", ...act, text: node.name.text, name: node.name.text })
    }
    if (node.type === "Function") {
      acts.push({ is: "function", ...act, name: node.name.value, forksItself: forksItself(node, node.name.value) })
    }
  }

  function changeDirectory(words: Words, directories: readonly string[]): Flow {
    const behind = words.findIndex((word) => !passesOn.has(word))
    const [program = "", ...args] = words.slice(Math.max(behind, 0))
    if (program === "popd") return unmoved([...visited])
    if (program !== "cd" && program !== "pushd") return unmoved(directories)
    const target = cdTarget(args, start.home)
    const there = target === undefined ? [...visited] : resolve(target, { ...start, directories })
    visited.push(...there.filter((directory) => !visited.includes(directory)))
    if (visited.length <= maxDirectories) return { ok: there, any: union(directories, there) }
    visited.length = maxDirectories
    acts.push({ is: "lost", text: words.join(" "), directories })
    return unmoved(directories)
  }

  visit(script, [start.directory])
  return acts
}

/** Words before a command that the shell itself runs. */
const passesOn: ReadonlySet<string> = new Set(["command", "builtin", "eval", "-p", "--"])

/** Nodes within a word that have acts of their own. */
const inner: ReadonlySet<SyntaxNode["type"]> = new Set([
  "CommandExpansion",
  "ProcessSubstitution",
  "ArithmeticCommandExpansion",
])

const unmoved = (directories: readonly string[]): Flow => ({ ok: directories, any: directories })
const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])]

/** `f() { f | f & }`: it starts itself without end. */
function forksItself(definition: SyntaxNode, name: string): boolean {
  const calls = (node: SyntaxNode): boolean => {
    let found = node.type === "Command" && node.name?.value === name
    forEachChild(node, (child) => {
      found ||= calls(child)
    })
    return found
  }
  let forks =
    ((definition.type === "Pipeline" && definition.commands.length > 1) ||
      (definition.type === "Statement" && definition.background === true)) &&
    calls(definition)
  forEachChild(definition, (child) => {
    forks ||= forksItself(child, name)
  })
  return forks
}
