import { pathsIn, proseOf, wordsOf } from "../words.ts"
import { contradicted } from "./evidence.ts"
import { type Gap, missingGap } from "./gap.ts"
import type { CompletionInput } from "./input.ts"
import { samePath } from "./test-file.ts"
import { changeVerbs, denials, mendVerbs, saysNeedless, sentencesOf } from "./words.ts"
import { changeOf, type Work } from "./work.ts"

/** What the task says of its files in so many words, and the files do not show. A person must judge it: it is a doubt. */
export function unmetDemands(input: CompletionInput, work: Work): Gap[] {
  return [...unchangedPlaces(input, work), ...otherContent(input)]
}

/** "Rename it in a.ts and in b.ts": both of them. Of one alone, what is wrong may be elsewhere. */
function unchangedPlaces({ task, answer }: CompletionInput, work: Work): Gap[] {
  if (work.uncovered.length > 0 || saysNeedless(answer)) return []
  return placesIn(task)
    .filter((path) => changeOf(work, path) === undefined)
    .map((path) =>
      missingGap({
        category: "action",
        source: "changes",
        summary: `\`${path}\` was not changed`,
        subject: path,
        next: `Change \`${path}\`, too`,
        firmness: "soft",
      }),
    )
}

function placesIn(task: string): string[] {
  return sentencesOf(task).flatMap((sentence) => {
    const words = wordsOf(proseOf(sentence))
    const ordered = words.some((word) => changeVerbs.has(word) && !mendVerbs.has(word))
    if (!ordered || words.some((word) => denials.has(word) || word === "leave" || word === "keep")) return []
    const found: string[] = []
    let isPlace = false
    let before = ""
    for (const piece of sentence.split(/\s+/)) {
      const likened = comparing.has(before)
      before = piece.toLowerCase()
      const [path] = pathsIn(piece)
      if (path !== undefined) {
        if (isPlace) found.push(path)
      } else if (wordsOf(piece)[0] === "in") isPlace = !likened
      else if (!joining.has(before)) isPlace = false
    }
    return found.length > 1 ? found : []
  })
}

const joining: ReadonlySet<string> = new Set(["and", "both", "the", "file", "files", "also", "&"])
const comparing: ReadonlySet<string> = new Set(["as", "like", "than", "defined", "used", "described"])

/** "Create hello.txt with exactly one line: Hello, world!": it says that. Marks at the end may be the sentence's. */
function otherContent({ task, texts }: CompletionInput): Gap[] {
  return contentsIn(task).flatMap(({ path, content }) => {
    const file = texts.find((text) => samePath(text.path, path))
    if (!file || file.after === null || plain(file.after).includes(plain(content))) return []
    const summary = `\`${path}\` does not hold \`${content}\``
    const evidence = contradicted({ category: "action", source: "changes", summary, subject: path })
    return [
      { evidence, next: `Write \`${content}\` into \`${path}\``, firmness: "soft", settledByChecks: false } as const,
    ]
  })
}

/** The one file that a sentence names, and the text that it gives for it after a colon. */
const given = /\b(?:line|text|content|contents|words?|sentence)\b[^:`"']{0,20}:\s*(\S.*)$/i

function contentsIn(task: string): { path: string; content: string }[] {
  return linesOf(task).flatMap((sentence) => {
    const content = given.exec(sentence)?.[1]
    const [path, ...others] = pathsIn(sentence.replace(content ?? "", ""))
    const isNew = wordsOf(sentence).some((word) => ["create", "write", "make", "save"].includes(word))
    if (content === undefined || path === undefined || others.length > 0 || !isNew) return []
    return [{ path, content: unmarked(content) }]
  })
}

/** Sentences that begin with a capital: a text that is quoted may hold others. */
function linesOf(task: string): string[] {
  return task.split(/\n+|(?<=[.!?])\s+(?=[A-Z])/)
}

const unmarked = (text: string) => text.trim().replace(/^["'`“]+|["'`”]?[.]?["'`”]*$/g, "")
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ")
