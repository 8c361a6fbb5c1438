import type { CommandNode, If, ParsedScript, Pipeline, Statement, SyntaxNode } from "unbash"
import { isUnknown } from "./mark.ts"
import { parseShell } from "./parse.ts"
import { commonState, initialState, type ShellState, scriptRunBy, stateAfter } from "./shell-state.ts"
import { type SimpleCommand, simpleCommand, substitutionsIn } from "./simple-command.ts"
import { valuesIn } from "./variables.ts"

/** How a command may end, and what it shows if it passes. */
export type Ending<Shown> = { mayPass: boolean; mayFail: boolean; shown: Shown }

/** A question about a line that has passed, answered from what each command shows. */
export type Question<Shown> = {
  nothing: Shown
  /** What is shown where both were. */
  both(one: Shown, other: Shown): Shown
  /** What is certain where one of them was. */
  either(one: Shown, other: Shown): Shown
  /** What a command shows that is not the shell's own. */
  command(command: SimpleCommand, state: ShellState): Ending<Shown>
  /** What it shows that a command failed, as it should. */
  failure(command: SimpleCommand): Shown
}

/** How many scripts that run one another are followed. */
export const deepest = 4

/**
 * What is certain when a line has passed, by all the ways in which it can; `nothing` where it cannot fail, or cannot be
 * followed: loops, functions, and whatever is not plain.
 */
export function shownBy<Shown>(line: string, question: Question<Shown>, state: ShellState = initialState): Shown {
  const { script, problem } = parseShell(line)
  const isRead = script !== null && problem === null && state.depth <= deepest
  const ends = isRead ? waysThrough({ script, text: line }, question, state) : null
  const good = ends?.filter(({ passed }) => passed) ?? []
  if (!ends || good.length === 0 || good.length === ends.length) return question.nothing
  return good.map(({ shown }) => shown).reduce(question.either)
}

/** One way through a line: its status, and what was shown on it. */
type Way<Shown> = { passed: boolean; exited: boolean; shown: Shown; state: ShellState }

/** All ways through a script, those that stand alike as one; null where it cannot be followed. */
function waysThrough<Shown>(
  { script, text }: { script: ParsedScript; text: string },
  question: Question<Shown>,
  state: ShellState,
): Way<Shown>[] | null {
  const values = valuesIn(script, "~")
  let isFollowed = true

  function follow(node: SyntaxNode, ways: readonly Way<Shown>[]): Way<Shown>[] {
    const [exited, going] = [ways.filter((way) => way.exited), ways.filter((way) => !way.exited)]
    return going.length === 0 ? exited : merged([...exited, ...step(node, going)])
  }

  function step(node: SyntaxNode, ways: readonly Way<Shown>[]): Way<Shown>[] {
    switch (node.type) {
      case "Script":
      case "CompoundList":
        return node.commands.reduce<Way<Shown>[]>((before, statement) => follow(statement, before), [...ways])
      case "Statement":
        return statement(node, ways)
      case "AndOr": {
        const [first, ...others] = node.commands
        if (!first) return [...ways]
        return others.reduce(
          (left, command, at) => {
            const goesOn = ({ exited, passed }: Way<Shown>) => !exited && passed === (node.operators[at] === "&&")
            return merged([...left.filter((way) => !goesOn(way)), ...follow(command, left.filter(goesOn))])
          },
          follow(first, ways),
        )
      }
      case "Pipeline":
        return pipeline(node, ways)
      case "Command":
        return ways.flatMap((way) => command(simpleCommand(node, values), way))
      case "TestCommand": {
        const words = ["[[", text.slice(node.pos, node.end)]
        const test = { words, before: [], input: null, substitutions: substitutionsIn(node) }
        return ways.flatMap((way) => command(test, way))
      }
      case "Redirected":
        return follow(node.command, ways)
      case "BraceGroup":
        return follow(node.body, ways)
      case "Subshell":
        return ways.flatMap((way) => apart(node.body, way))
      case "If":
        return conditional(node, ways)
      default:
        isFollowed = false
        return [...ways]
    }
  }

  function statement({ command, background }: Statement, ways: readonly Way<Shown>[]): Way<Shown>[] {
    if (background) return ways.map((way) => ({ ...way, passed: true }))
    const stops = stoppable.has(command.type) && !(command.type === "Pipeline" && isNegated(command))
    return follow(command, ways).map((way) =>
      stops && way.state.errexit && !way.passed ? { ...way, exited: true } : way,
    )
  }

  function conditional(node: If, ways: readonly Way<Shown>[]): Way<Shown>[] {
    const ends: Way<Shown>[] = []
    let open = ways
    for (const branch of [node, ...node.elif]) {
      const asked = follow(branch.clause, open)
      const taken = asked.filter(({ exited, passed }) => !exited && passed)
      ends.push(...asked.filter(({ exited }) => exited), ...follow(branch.then, taken))
      open = asked.filter(({ exited, passed }) => !exited && !passed)
    }
    return [...ends, ...(node.else ? follow(node.else, open) : open.map((way) => ({ ...way, passed: true })))]
  }

  function pipeline(node: Pipeline, ways: readonly Way<Shown>[]): Way<Shown>[] {
    const [only, ...others] = node.commands
    // A `!` with nothing after it fails.
    const ends = only && others.length === 0 ? follow(only, ways) : ways.flatMap((way) => piped(node.commands, way))
    if (!isNegated(node)) return ends
    // Only the failure of a single command can show something.
    const isSingle = only?.type === "Command" && others.length === 0
    const shown = isSingle ? question.failure(simpleCommand(only, values)) : question.nothing
    return ends.map((way) => (way.exited ? way : { ...way, passed: !way.passed, shown }))
  }

  /** Without `pipefail` only the last program of a pipeline has a say. */
  function piped(commands: readonly CommandNode[], way: Way<Shown>): Way<Shown>[] {
    const last = commands.at(-1)
    if (last && !way.state.pipefail) {
      const ends = apart(last, { ...way, state: { ...way.state, piped: true } })
      return ends.map((end) => ({ ...end, state: way.state }))
    }
    return commands.reduce<Way<Shown>[]>(
      (ends, each) => ends.flatMap((end) => (end.passed ? apart(each, end) : [end])),
      [{ ...way, passed: true }],
    )
  }

  /** In a process of its own, which can neither end the line nor change the shell. */
  function apart(node: SyntaxNode, way: Way<Shown>): Way<Shown>[] {
    return follow(node, [way]).map((end) => ({ ...end, exited: false, state: way.state }))
  }

  function command(simple: SimpleCommand, way: Way<Shown>): Way<Shown>[] {
    const [name = "", status] = simple.words
    if (name === "exit" || name === "return") return exit(status, way)
    if (name === "false") return [{ ...way, passed: false }]
    const after = stateAfter(simple, way.state)
    const ended = { ...way, state: after ?? way.state, exited: simple.before.includes("exec") && name !== "" }
    if (after && (name === "" || name === "set")) return [{ ...ended, passed: true }]
    const { mayPass, mayFail, shown } = isUnknown(name) ? unsure : ending(simple, way.state)
    return [
      ...(mayPass ? [{ ...ended, passed: true, shown: question.both(way.shown, shown) }] : []),
      ...(mayFail ? [{ ...ended, passed: false }] : []),
    ]
  }

  const unsure: Ending<Shown> = { mayPass: true, mayFail: true, shown: question.nothing }

  function ending(simple: SimpleCommand, state: ShellState): Ending<Shown> {
    const inner = scriptRunBy(simple, state)
    if (inner) return { ...unsure, shown: shownBy(inner.text, question, inner.state) }
    return stateAfter(simple, state) ? unsure : question.command(simple, state)
  }

  /** Without a status the line ends as it is. */
  function exit(status: string | undefined, way: Way<Shown>): Way<Shown>[] {
    const ended = { ...way, exited: true }
    if (status === undefined) return [ended]
    if (isUnknown(status)) return [true, false].map((passed) => ({ ...ended, passed }))
    return [{ ...ended, passed: Number(status) === 0 }]
  }

  function merged(ways: readonly Way<Shown>[]): Way<Shown>[] {
    const found = new Map<string, Way<Shown>>()
    for (const way of ways) {
      const key = `${way.passed} ${way.exited}`
      const same = found.get(key)
      const shown = same ? question.either(same.shown, way.shown) : way.shown
      found.set(key, { ...way, shown, state: same ? commonState(same.state, way.state) : way.state })
    }
    return [...found.values()]
  }

  const ends = follow(script, [{ passed: true, exited: false, shown: question.nothing, state }])
  return isFollowed ? ends : null
}

/** What ends the line under `set -e` where it fails. */
const stoppable: ReadonlySet<SyntaxNode["type"]> = new Set(["Command", "Pipeline", "Subshell"])

const isNegated = ({ prefixes }: Pipeline) => prefixes.filter(({ type }) => type === "Negation").length % 2 === 1
