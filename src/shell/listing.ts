import { type Command, forEachChild, type SyntaxNode, type Word } from "unbash"
import { lookup } from "../base/lookup.ts"
import { marks } from "./mark.ts"

/**
 * What a script prints, if that is names of what lies where it looks: as the pattern that matches them. A listing of
 * plain files holds no links.
 */
export function listedBy(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "Script":
    case "CompoundList": {
      const [only, ...others] = node.commands
      return only && others.length === 0 ? listedBy(only) : undefined
    }
    case "Statement":
      return node.background ? undefined : listedBy(node.command)
    case "Pipeline":
      return node.prefixes.length > 0
        ? undefined
        : node.commands.reduce<string | undefined>((before, command, at) => listedNext(command, at, before), undefined)
    case "Command":
      return listedNext(node, 0, undefined)
    default:
      return undefined
  }
}

/** The same for one command of a pipeline, after what the one before it lists. */
export function listedNext(node: SyntaxNode, at: number, before: string | undefined): string | undefined {
  const words = node.type === "Command" ? plainWords(node) : undefined
  if (words === undefined) return undefined
  const [name = "", ...args] = words
  if (at > 0) return before !== undefined && lookup(filters, name)?.(args) ? before : undefined
  return lookup(listers, name)?.(args)
}

const anywhere = marks.any + marks.any
const files = marks.plain

type Lister = (args: readonly string[]) => string | undefined

const listsFiles: Lister = (args) =>
  args.some((word) => /^(-[a-zA-Z]*l[a-zA-Z]*|--files-with-matches|--files)$/.test(word)) ? files : undefined

/** Programs that print names of what lies below the directories in their arguments. */
const listers: Readonly<Record<string, Lister>> = {
  git: ([first, ...rest]) =>
    first === "ls-files" && !rest.some((word) => word.startsWith("--")) ? below(rest) : undefined,
  find: (args) => {
    if (args.some((word) => /^-(L|H|follow|printf|ls|exec|execdir|ok|okdir|files0-from)$/.test(word))) return undefined
    if (args.some((word, at) => word === "f" && args[at - 1] === "-type")) return files
    const tests = args.findIndex((word) => /^[-(!]/.test(word))
    const [first, name = "", ...others] = tests < 0 ? [] : args.slice(tests)
    const where = below(tests < 0 ? args : args.slice(0, tests))
    const isNamed = first === "-name" && others.every((word) => word === "-print" || word === "-print0")
    return isNamed ? `${where}/${asPattern(name)}` : where
  },
  fd: (args) => (args.some((word) => /^-/.test(word)) ? undefined : anywhere),
  rg: (args) => (args.some((word) => /^(-\w*[Lr]|--follow|--replace|--pre)/.test(word)) ? undefined : listsFiles(args)),
  grep: (args) => (args.some((word) => /^(-\w*R|--deref)/.test(word)) ? undefined : listsFiles(args)),
}

/** Whatever is below the directory among these words, if that is one. */
function below(args: readonly string[]): string {
  const [only = "", ...others] = args.filter((word) => !word.startsWith("-"))
  return others.length > 0 || !/^[\w./-]+$/.test(only) ? anywhere : `${only}/${anywhere}`
}

const asPattern = (name: string) =>
  name.replace(
    /\\(.)|\[[^\]]*\]|[*?]/g,
    (found, escaped?: string) => escaped ?? (found === "*" ? marks.any : marks.one),
  )

type Filter = (args: readonly string[]) => boolean

const hasNoOperands: Filter = (args) =>
  args.every((word, at) => /^-[a-zA-Z0-9]+$/.test(word) || (/^\d+$/.test(word) && args[at - 1] === "-n"))

/** Programs that print some of the lines of their input, each whole. */
const filters: Readonly<Record<string, Filter>> = {
  head: hasNoOperands,
  tail: hasNoOperands,
  sort: (args) => args.every((word) => /^-[a-zA-Z]+$/.test(word) && !/[oTtkS]/.test(word)),
  uniq: (args) => args.length === 0,
  grep: (args) => {
    const [pattern, ...others] = args.filter((word) => !/^-[vEFiwzx]+$/.test(word))
    return pattern !== undefined && !pattern.startsWith("-") && others.length === 0
  },
}

/** The words of a command that has nothing in it but text and patterns. */
function plainWords({ name, args, prefix, redirects }: Command): readonly string[] | undefined {
  if (!name || prefix.length > 0 || redirects.some(({ operator }) => operator.startsWith("<"))) return undefined
  const words = [name, ...args]
  return words.every((word): word is Word => word.type === "Word" && isPlain(word))
    ? words.map(({ value }) => value)
    : undefined
}

const plainParts: ReadonlySet<SyntaxNode["type"]> = new Set(["Literal", "SingleQuoted", "DoubleQuoted", "Glob"])

function isPlain(word: Word): boolean {
  let plain = true
  const visit = (node: SyntaxNode) => {
    plain &&= plainParts.has(node.type)
    forEachChild(node, visit)
  }
  forEachChild(word, visit)
  return plain
}
