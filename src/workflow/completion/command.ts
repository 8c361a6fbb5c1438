import { innerCommand } from "../checks/placeholder-effect.ts"
import { type Token, tokensOf, type Word } from "../checks/placeholder-token.ts"
import { programOf, proofOf } from "../checks/strength-command.ts"
import { isTestFile } from "./test-file.ts"

/** Whether a command does something: a part of it is more than a look, a word or a check. What cannot be read may do anything. */
export function acts(command: string): boolean {
  return !everyPart(command, (part) => onlyLooks(part) || onlyChecks(part))
}

/** Whether nothing comes of a command but words. */
export function looksOnly(command: string): boolean {
  return everyPart(command, onlyLooks)
}

/** Whether what a command does may be about tests: it names one, or where they are kept. */
export function mayChangeTests(command: string): boolean {
  const parts = partsOf(command)
  if (parts === null) return testPlace.test(command)
  const active = parts.filter((part) => !onlyLooks(part) && !onlyChecks(part))
  // What a variable holds is said elsewhere in the line.
  const varies = active.some(({ words, targets }) => [...words, ...targets].some((word) => word.varies))
  return (
    (varies && testPlace.test(command)) || active.some(({ words, targets }) => [...words, ...targets].some(namesTest))
  )
}

/** The words of each simple command of a line, without what is only put before it; none where it cannot be read. */
export function commandsIn(line: string): string[][] {
  return (partsOf(line) ?? []).map(({ words }) => words.map(({ text }) => text))
}

/** Whether a command leaves something running behind it, as far as its own line tells. */
export function leavesRunning(command: string): boolean {
  const tokens = tokensOf(command) ?? []
  const last = tokens.findLastIndex(({ is, text }) => is === "operator" && text === "&")
  return last !== -1 && !tokens.slice(last).some(({ is, text }) => is === "word" && endsJobs.has(text))
}

/** Whether a command ends what an earlier one left running. */
export function endsRunning(command: string): boolean {
  return (tokensOf(command) ?? []).some(({ is, text }) => is === "word" && endsJobs.has(text))
}

const endsJobs: ReadonlySet<string> = new Set(["kill", "pkill", "killall", "wait", "fuser"])

/** One simple command of a line, with the files that it writes to. */
type Part = { words: readonly Word[]; targets: readonly Word[] }

function everyPart(command: string, holds: (part: Part) => boolean): boolean {
  const isSafe = (part: Part) => holds(part) && substitutions(part).every((code) => safe(code, holds))
  return partsOf(command)?.every(isSafe) ?? false
}

/** `$((1 + 2))` is arithmetic. */
const safe = (code: string, holds: (part: Part) => boolean) => code.startsWith("(") || everyPart(code, holds)

const substitutions = ({ words, targets }: Part) => [...words, ...targets].flatMap((word) => word.code)

function partsOf(command: string): Part[] | null {
  const tokens = tokensOf(command)
  if (tokens === null) return null
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (token.is === "operator") parts.push([])
    else parts.at(-1)?.push(token)
  }
  const read = parts.filter((part) => part.length > 0).map(partOf)
  return read.some(({ words }) => opaque.has(words[0]?.text ?? "")) ? null : read
}

function partOf(tokens: readonly Token[]): Part {
  const words = tokens.filter((token) => token.is === "word")
  const start = words.findIndex(({ text, quoted }) => quoted || !leading.has(text))
  const plain = start === -1 ? [] : words.slice(start)
  // A loop runs what comes after `do`; what it goes through are words.
  const own = loops.has(plain[0]?.text ?? "") ? [] : innerCommand(plain)
  return {
    words: own.length > 0 ? own : plain.filter(({ code }) => code.length > 0).map(asWords),
    targets: written(tokens),
  }
}

/** A word that only stands there: it is nothing but what is run to make it. */
const asWords = (word: Word): Word => ({ ...word, text: ":", quoted: false, varies: false })

function written(tokens: readonly Token[]): Word[] {
  return tokens.flatMap((token) => {
    if (token.is !== "redirection" || token.target === null || !/>/.test(token.text)) return []
    const isDescriptor = token.text.endsWith("&") && /^(?:\d+|-)$/.test(token.target.text)
    return isDescriptor || /^\/dev\/(?:null|stdout|stderr|tty)$/.test(token.target.text) ? [] : [token.target]
  })
}

const table = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const opaque = table("case select function coproc")
const loops = table("for")
const leading = table("if then elif else fi do done while until ! { } time")

/** Programs that only look or talk: that they ended well shows nothing of the work. */
const observers = table(`
  cat ls pwd cd find stat head tail rg grep egrep fgrep awk wc which type file tree less more du df date sleep echo
  printf true false test [ [[ : exit export set sed sort cut tr diff cmp basename dirname realpath readlink nl tac rev
  column jq xxd od hexdump strings md5sum sha1sum sha256sum shasum ps whoami id uname hostname printenv command hash
  seq wait jobs read break continue shift return xargs`)

const readingGit = table("status log diff show remote blame grep ls-files rev-parse describe")

/** What makes an act of a look. */
const acting: Readonly<Record<string, RegExp>> = {
  find: /^-(?:delete|ok|okdir|fprint0?|fprintf|fls)$/,
  tree: /^-o/,
  sort: /^(?:-o|--output)/,
  date: /^(?:-s|--set)/,
  awk: />|\bsystem\b|\|/,
  xxd: /^-r/,
  git: /^--output|^(?:add|remove|rm|rename|set-url|prune)$/,
}
const linesOnly = /^(?:\d+|\$)(?:,(?:\d+|\$))?[pqd]$/
const question = /^(?:-v|-V|-h|--version|--help|version)$/

function onlyLooks({ words, targets }: Part): boolean {
  const [first, ...rest] = words
  if (targets.length > 0) return false
  if (!first) return true
  if (first.varies) return false
  const name = programOf(first.text)
  const texts = rest.map(({ text }) => text)
  const inner = innerOf(name, rest)
  if (inner !== null) return typeof inner === "string" ? looksOnly(inner) : onlyLooks({ words: inner, targets: [] })
  if (name === "sed")
    return texts.some((text) => linesOnly.test(text)) && !texts.some((text) => /^(?:-\w*i|--in-pl)/.test(text))
  if (texts.some((text) => acting[name]?.test(text))) return false
  if (texts.length === 1 && question.test(texts[0] ?? "")) return true
  return observers.has(name) || (name === "git" && readingGit.has(texts[0] ?? ""))
}

/** What a program runs that is given to it: a line for a shell, words for the others. */
function innerOf(name: string, rest: readonly Word[]): string | readonly Word[] | null {
  const after = (test: RegExp) => rest.findIndex(({ text }) => test.test(text)) + 1
  switch (name) {
    case "bash":
    case "sh":
    case "zsh":
    case "dash":
      return after(/^-\w*c$/) > 0 ? (rest[after(/^-\w*c$/)]?.text ?? "") : null
    case "eval":
      return rest.map(({ text }) => text).join(" ")
    case "xargs": {
      const start = rest.findIndex(
        ({ text }, at) => !text.startsWith("-") && !/^-[nIPdL]$/.test(rest[at - 1]?.text ?? ""),
      )
      return start === -1 ? [] : innerCommand(rest.slice(start))
    }
    case "find":
      return after(/^-exec(?:dir)?$/) > 0 && !rest.some(({ text }) => acting.find?.test(text))
        ? innerCommand(rest.slice(after(/^-exec(?:dir)?$/)))
        : null
    default:
      return null
  }
}

const checkKinds: ReadonlySet<string> = new Set(["test", "lint", "typecheck"])
const rewriting = /^(?:--fix\S*|--write|--in-place|-u|--update\S*|--apply\S*|--unsafe\S*)$/

/** A check that changes nothing of what it checks. */
function onlyChecks({ words, targets }: Part): boolean {
  const texts = words.map(({ text }) => text)
  if (targets.length > 0 || words[0]?.varies || texts.some((text) => rewriting.test(text))) return false
  return checkKinds.has(proofOf(texts)?.kind ?? "")
}

const testPlace =
  /(?:^|[\s/"'`(=])(?:tests?|__tests__|specs?|e2e)(?:[\s/"'`)*]|$)|[._-](?:test|spec)s?\.|(?:^|[\s/"'`])test_/i

function namesTest({ text, code }: Word): boolean {
  return isTestFile(text) || testPlace.test(text) || code.some((inner) => testPlace.test(inner))
}
