import { isDenial, ordersIn, outwardVerbs, proseVerbs, wantedInOtherScript } from "../orders.ts"
import { hasPhrase, hasWord, pathsIn, proseOf, wordsOf } from "../words.ts"
import { filesOf } from "./claims.ts"
import { isTestFile, samePath } from "./test-file.ts"
import { type Deed, mendVerbs, proseNouns, sentencesOf, verbsOfChange } from "./words.ts"

/** What a task asks to be shown, beside an answer. */
export type Demands = {
  /** Something must be changed. */
  change: boolean
  /** And no more than what is found to be wrong. */
  mend: boolean
  /** What is to be changed may lie outside of the files: a branch, a server, a setting. */
  outward: boolean
  /** Something must be seen to run. */
  run: boolean
  install: boolean
  /** The answer itself is what was asked for. */
  prose: boolean
  /** Nothing in its words tells what it asks for. */
  doubt: boolean
  /** The files that it is about: something of it must be changed in one of them. */
  places: readonly string[]
  /** The files that must be there, or gone, in the end. */
  files: readonly { path: string; deed: Deed }[]
}

const runPhrases = [
  "make sure it works",
  "make sure it runs",
  "make sure they pass",
  "make sure it passes",
  "tests pass",
  "tests to pass",
  "tests green",
]

export function demandsOf(task: string): Demands {
  const orders = ordersIn(task)
  const other = orders.length === 0 ? wantedInOtherScript(task) : null
  const changes = orders.filter(({ wants, verb }) => wants === "change" && !isPassing(verb, task))
  const targets = pathsIn(withoutSubjects(task))
  const prose =
    targets.length === 0 &&
    changes.every(({ verb }) => proseVerbs.has(verb)) &&
    orders.some(({ verb }) => proseVerbs.has(verb)) &&
    (hasWord(task, proseNouns) || hasPhrase(task, ["list of"]))
  const told = orders.length > 0 || other !== null
  const unknownWords = !told && targets.length > 0 && !isEnglish(task)
  const stated = !told && !/[?？]/.test(task) && hasWord(task, ["should", "must", "needs"])
  const passing = hasPhrase(task, runPhrases) || (stated && hasWord(task, testWords))
  const change = !prose && !isKeptAsIs(task) && (changes.length > 0 || other === "change" || unknownWords || stated)
  return {
    change,
    mend: change && (changes.length > 0 ? changes.every(({ verb }) => mendVerbs.has(verb)) : stated),
    outward: change && (changes.some(({ verb }) => outwardVerbs.has(verb)) || hasWord(task, outwardNouns)),
    run: orders.some(({ wants }) => wants === "run") || passing,
    install: orders.some(({ wants }) => wants === "install"),
    prose,
    doubt: !change && !prose && !passing && orders.every(({ wants }) => wants === "onward") && other === null,
    places: change ? targets : [],
    files: prose ? [] : filesAsked(task),
  }
}

const outwardNouns =
  "branch tag remote commit directory folder database server container permission permissions git".split(" ")

/** "Get the tests to pass" is done where they pass. */
const isPassing = (verb: string, task: string) =>
  (verb === "make" || verb === "get") && hasPhrase(task, ["tests pass", "tests to pass", "tests green"])

/** "A summary of README.md": what the text is about is not where it goes. */
function withoutSubjects(task: string): string {
  return task.replace(/\b(?:of|about|for|from|as in|like in|like|see)\s+(?:the\s+)?(?:file\s+)?\S+/gi, " ")
}

/** "Do not change anything yet." */
function isKeptAsIs(task: string): boolean {
  return /\b(?:do not|don't|don’t|without)\s+(?:chang\w+|edit\w*|modify\w*|touch\w*)\s+(?:anything|any (?:files?|code))\b/i.test(
    task,
  )
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
