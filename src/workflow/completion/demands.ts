import { hasPhrase, hasWord, pathsIn, proseOf, wordsOf } from "../words.ts"
import { filesOf } from "./claims.ts"
import { isTestFile, samePath } from "./test-file.ts"
import {
  changeVerbs,
  type Deed,
  denials,
  mendVerbs,
  nounMarks,
  proseNouns,
  proseVerbs,
  runVerbs,
  sentencesOf,
  verbsOfChange,
} from "./words.ts"

/** What a task asks to be shown, beside an answer. */
export type Demands = {
  /** Something must be changed. */
  change: boolean
  /** And no more than what is found to be wrong. */
  mend: boolean
  /** Something must be seen to run. */
  run: boolean
  install: boolean
  /** The answer itself is what was asked for. */
  prose: boolean
  /** The files that must be there, or gone, in the end. */
  files: readonly { path: string; deed: Deed }[]
}

const runPhrases = [
  "make sure it works",
  "make sure it runs",
  "make sure they pass",
  "make sure it passes",
  "tests pass",
]

export function demandsOf(task: string): Demands {
  const asked = verbsIn(task)
  const changes = asked.filter((verb) => changeVerbs.has(verb))
  const paths = pathsIn(task)
  const prose =
    paths.length === 0 &&
    changes.every((verb) => proseVerbs.has(verb)) &&
    asked.some((verb) => proseVerbs.has(verb)) &&
    hasWord(task, proseNouns)
  const unknownWords = asked.length === 0 && paths.length > 0 && !isEnglish(task)
  return {
    change: !prose && (changes.length > 0 || unknownWords),
    mend: changes.length > 0 && changes.every((verb) => mendVerbs.has(verb)),
    run: asked.some((verb) => runVerbs.has(verb)) || hasPhrase(task, runPhrases),
    install: asked.includes("install"),
    prose,
    files: prose ? [] : filesAsked(task),
  }
}

/** Whether the task keeps a file out of the work, and in which words. */
export function forbids(task: string, path: string): string | null {
  const clauses = task.split(/[;\n!?]+|[.,](?=\s|$)|\bbut\b|\bbecause\b/i).map((clause) => clause.trim())
  return clauses.find((clause) => keepsOut(clause, path)) ?? null
}

function keepsOut(clause: string, path: string): boolean {
  const words = wordsOf(clause)
  const at = words.findIndex((word, index) => isDenial(word) && touching.has(next(words, index)))
  const denied = at !== -1 && words.slice(at)
  const kept = hasWord(clause, ["leave", "keep"]) && hasWord(clause, ["unchanged", "alone", "untouched", "is"]) && words
  const scope = denied || kept
  if (scope) return names(clause, scope, path)
  const only = words.findIndex((word, index) => word === "only" && touching.has(next(words, index)))
  return only !== -1 && pathsIn(clause).length > 0 && !pathsIn(clause).some((named) => samePath(named, path))
}

function names(clause: string, words: readonly string[], path: string): boolean {
  if (pathsIn(clause).some((named) => samePath(named, path) || `/${path}`.includes(`/${named.replace(/\/$/, "")}/`))) {
    return true
  }
  return isTestFile(path) && words.some((word) => testWords.has(word))
}

/** The first word that is no filler after the one at `index`. */
function next(words: readonly string[], index: number): string {
  return words.slice(index + 1).find((word) => !fillers.has(word)) ?? ""
}

const testWords: ReadonlySet<string> = new Set(["test", "tests", "spec", "specs"])
const fillers: ReadonlySet<string> = new Set(["you", "ever", "be", "to", "ever", "in", "any", "way"])
const touching: ReadonlySet<string> = new Set(
  `change changing edit editing modify modifying touch touching alter altering update updating delete deleting remove
  removing rewrite rewriting weaken weakening`.split(/\s+/),
)
const isDenial = (word: string) => denials.has(word) || word.endsWith("n't") || word === "avoid"

/** The verbs that the task orders: not those that are nouns or names there, are asked about or are forbidden. */
function verbsIn(task: string): string[] {
  return proseOf(task)
    .split(/[.!?;:,\n]+(?=\s|$)/)
    .flatMap((clause) => {
      const words = wordsOf(clause)
      return words.filter((word, at) => {
        const [before = "", earlier = ""] = [words[at - 1], words[at - 2]]
        if (!orders.has(word) || nounMarks.has(before) || isDenial(before)) return false
        if (before === "to" && questions.has(earlier)) return false
        if (word === "test" && !isOrder(before, words[at + 1])) return false
        return !(word === "make" && ["sure", "sense", "certain"].includes(words[at + 1] ?? ""))
      })
    })
}

/** "Delete the obsolete test x" names one: to test is ordered at the beginning of a clause, or after one of these. */
function isOrder(before: string, after = ""): boolean {
  return leadingTo.has(before) && !testThings.has(after)
}

const leadingTo: ReadonlySet<string> = new Set(["", "and", "then", "to", "please", "also"])
const testThings: ReadonlySet<string> = new Set("file files case cases suite suites script scripts data".split(" "))
const orders: ReadonlySet<string> = new Set([...changeVerbs, ...runVerbs, ...proseVerbs, "install"])
const questions: ReadonlySet<string> = new Set(["what", "how", "where", "which", "when", "whether"])

/** The files that the task names as what is to be created or deleted. */
function filesAsked(task: string): { path: string; deed: Deed }[] {
  const asked = (before: readonly string[]) => !before.some((word) => isDenial(word) || questions.has(word))
  return sentencesOf(task).flatMap((sentence) => filesOf(sentence, verbsOfChange.imperative, asked))
}

const common = "the a an and of to in is it for with this that on all please you".split(" ")

/** Whether a text has the small words of English: the verb tables then say what it asks for. */
function isEnglish(text: string): boolean {
  return hasWord(proseOf(text), common)
}
