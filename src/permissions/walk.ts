import { calculates, calculation, compares, hidesCommand, runsText } from "./arithmetic.ts"
import { judgeAssignment } from "./assignment.ts"
import { combine, danger, forbidden, type Judgement, readOnly, type Segment, workspace } from "./judgement.ts"
import { isUnknown } from "./mark.ts"
import { everyNode, type Syntax, wordTypes } from "./parse.ts"
import { judgeProgram, warn } from "./program.ts"
import type { Ground, Scene } from "./scene.ts"
import { valuesIn } from "./variables.ts"
import { type Flow, stay, union, type Walk, type Words } from "./visit.ts"
import { visitAssignment, visitCommand, visitDeclaration } from "./walk-command.ts"
import { visitHeredoc, visitRedirect, visitRedirected } from "./walk-redirection.ts"
import { visitTest } from "./walk-test.ts"
import { readWords, type Variables } from "./word.ts"

/** A program that runs a program that runs a program. */
const deepest = 32

type Found = { segments: readonly Segment[]; guarded: boolean; outside: boolean; paths: readonly string[] }

/** Goes through a syntax tree in the order in which the shell would, and judges every part that runs on its own. */
export function walk(root: Syntax, context: Ground, script: Scene["script"]): Found {
  const segments: Segment[] = []
  const paths = new Set<string>()
  const flags = { guarded: /dotglob/.test(root.text), outside: false }
  const values = valuesIn(root, context.home)
  const start = context.cwd ?? context.workspace
  const hides = hidesCommand(root)
  const walk: Walk = {
    context,
    been: [start],
    hides,
    scene(directories) {
      const warnings = new Map<string, Judgement>()
      const within = (depth: number): Scene => ({
        ...context,
        directories,
        hides,
        warnings,
        script,
        command: (words) =>
          depth < deepest ? judgeProgram(words, within(depth + 1)) : danger("a command within too many others"),
      })
      return within(0)
    },
    readings(nodes, directories) {
      const directory = directories.length === 1 ? directories[0] : undefined
      const read = (known: Variables["values"]) =>
        adjoining(nodes).flatMap((group) => readWords(group, { home: context.home, directory, values: known }))
      const certain = readEach(values.certain, read)
      const possible = certain.some((words) => words.some(isUnknown)) ? readEach(values.possible, read) : []
      return distinct([...certain, ...possible])
    },
    note(text, program, judgement, plain = text) {
      segments.push({ text, plain, program, class: judgement.class, why: judgement.why }, ...judgement.inner)
      flags.guarded ||= judgement.guarded
      flags.outside ||= judgement.outside
      for (const path of judgement.paths) paths.add(path)
    },
    visit: (node, directories, extra = []) => visit(node, directories, extra),
    visitWithin(node, directories) {
      if (expanding.has(node.type)) visit(node, directories, [])
      else for (const child of node.children) walk.visitWithin(child, directories)
    },
  }

  function visit(node: Syntax, directories: readonly string[], extra: readonly Syntax[]): Flow {
    switch (node.type) {
      case "command":
        return visitCommand(walk, node, directories, extra)
      case "redirected_statement":
        return visitRedirected(walk, node, directories)
      case "file_redirect":
        return visitRedirect(walk, node, directories)
      case "heredoc_redirect":
        return visitHeredoc(walk, node, directories)
      case "variable_assignment":
        return visitAssignment(walk, node, directories)
      case "declaration_command":
        return visitDeclaration(walk, node, directories)
      case "test_command":
        visitTest(walk, node, directories)
        noteItself(node, directories)
        return visitEach(node.children, directories)
      case "list":
        return visitList(node, directories, extra)
      case "pipeline":
        for (const child of node.children) visit(child, directories, child === node.children.at(-1) ? extra : [])
        return stay(directories)
      case "subshell":
      case "command_substitution":
      case "process_substitution":
        visitEach(node.children, directories)
        return stay(directories)
      case "for_statement":
      case "c_style_for_statement":
      case "while_statement":
      case "function_definition":
        return visitRepeated(node, directories)
      default:
        noteItself(node, directories)
        return visitEach(node.children, directories)
    }
  }

  function visitEach(nodes: readonly Syntax[], directories: readonly string[]): Flow {
    const any = nodes.reduce((before, node) => union(before, visit(node, before, []).any), directories)
    return stay(any)
  }

  function visitList(node: Syntax, directories: readonly string[], extra: readonly Syntax[]): Flow {
    const [left, operator, right] = node.children
    if (!left || !operator || !right || node.children.length !== 3) return visitEach(node.children, directories)
    const first = visit(left, directories, [])
    const second = visit(right, operator.type === "&&" ? first.ok : first.any, extra)
    const ok = operator.type === "&&" ? second.ok : union(first.ok, second.ok)
    return { ok, any: union(first.any, second.any) }
  }

  // The next round, or call, begins where the first one ended.
  function visitRepeated(node: Syntax, directories: readonly string[]): Flow {
    noteItself(node, directories)
    const before = segments.length
    const { any } = visitEach(node.children, directories)
    if (any.length === directories.length) return stay(any)
    segments.length = before
    return visitEach(node.children, any)
  }

  function noteItself(node: Syntax, directories: readonly string[]): void {
    const judgement = combine(judgeNode(node), ...(wordTypes.has(node.type) ? warnings(node, directories) : []))
    const nothing = judgement.class === "read-only" && !judgement.guarded
    if (!nothing) walk.note(node.text, "", judgement)
  }

  function warnings(node: Syntax, directories: readonly string[]): readonly Judgement[] {
    return walk
      .readings([node], directories)
      .flat()
      .map((word) => warn(word, walk.scene(directories)))
  }

  function judgeNode(node: Syntax): Judgement {
    if (runsText(node)) return danger("runs the text of a variable")
    if (calculates(node, values.certain) || compares(node)) return calculation(walk)
    if (node.type === "unset_command" && [...everyNode(node)].some((part) => /expansion|substitution/.test(part.type)))
      return workspace("what it unsets is known only when it runs")
    if (node.type === "unset_command" && /\[/.test(node.text))
      return calculation({ hides: hides || /[$`]/.test(node.text) })
    if (node.type === "for_statement") {
      const name = node.children.find((child) => child.type === "variable_name")?.text ?? ""
      return judgeAssignment(name, { exported: false, hides })
    }
    return node.type === "function_definition" ? judgeFunction(node) : readOnly()
  }

  visit(root, [start], [])
  // A program that is not known yet may be the one that the text names.
  if (segments.some(({ program }) => program.includes("…")) && /holdfast/i.test(root.text)) flags.guarded = true
  return { segments, ...flags, paths: [...paths] }
}

/** Nodes within a word that run something, or may. */
const expanding: ReadonlySet<string> = new Set([
  "command_substitution",
  "process_substitution",
  "expansion",
  "arithmetic_expansion",
])

// With all the values of a variable at once, and with each on its own: `git $x` may be harmless for one and not for
// another, and what is the value of an option for one is an operand among others.
function readEach(
  known: Variables["values"],
  read: (known: Variables["values"]) => Words,
): readonly [Words, ...Words[]] {
  let most = 1
  const all = read((name, at) => {
    const values = known(name, at)
    most = Math.max(most, values?.length ?? 0)
    return values
  })
  if (most === 1) return [all]
  const each = Array.from({ length: most }, (_, choice) =>
    read((name, at) => {
      const values = known(name, at)
      return values?.slice(choice % values.length).slice(0, 1)
    }),
  )
  return [all, ...each]
}

function distinct([first, ...others]: readonly [Words, ...Words[]]): readonly [Words, ...Words[]] {
  const seen = new Set([first.join("\n")])
  return [first, ...others.filter((words) => seen.size < seen.add(words.join("\n")).size)]
}

// Nodes with nothing between them are one word.
function adjoining(nodes: readonly Syntax[]): readonly (readonly Syntax[])[] {
  const groups: Syntax[][] = []
  for (const node of nodes) {
    const last = groups.at(-1)
    if (last && last.at(-1)?.end === node.start) last.push(node)
    else groups.push([node])
  }
  return groups
}

function judgeFunction(definition: Syntax): Judgement {
  const name = definition.children.find((child) => child.type === "word")?.text ?? ""
  const callsItself = (node: Syntax) =>
    [...everyNode(node)].some((part) => part.type === "command_name" && part.text === name)
  const nodes = [...everyNode(definition)]
  const inPipe = nodes.some((node) => node.type === "pipeline" && callsItself(node))
  const inBackground = nodes.some((node) => node.type === "&") && callsItself(definition)
  if (inPipe || inBackground) return forbidden("a function that starts itself without end")
  return /^(cd|pushd|popd)$/.test(name) ? danger("a function in the place of cd") : readOnly()
}
