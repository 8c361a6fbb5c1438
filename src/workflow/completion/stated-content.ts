import { pathsIn, wordsOf } from "../words.ts"
import { contradicted } from "./evidence.ts"
import type { Gap } from "./gap.ts"
import type { CompletionInput } from "./input.ts"
import { samePath } from "./test-file.ts"

/** "Create hello.txt with exactly one line: Hello, world!": it says that. A person must judge it: it is a doubt. */
export function otherContents({ task, texts }: Pick<CompletionInput, "task" | "texts">): Gap[] {
  return statedContents(task).flatMap(({ path, content }): Gap[] => {
    const file = texts.find((text) => samePath(text.path, path))
    if (!file || file.after === null || plain(file.after).includes(plain(content))) return []
    const summary = `\`${path}\` does not hold \`${content}\``
    const evidence = contradicted({ category: "action", source: "changes", summary, subject: path })
    return [{ evidence, next: `Write \`${content}\` into \`${path}\``, firmness: "soft", settledByChecks: false }]
  })
}

/** The texts that a task gives for a file: after a colon, or in quotes. */
const given = [
  /\b(?:line|text|content|contents|words?|sentence)\b[^:`"']{0,20}:\s*(\S.*)$/i,
  /\b(?:containing|contains|line|text|content|contents|words?|sentence|saying|says)\s+["'“]([^"'“”\n]{2,200})["'”]/i,
]

const writing: ReadonlySet<string> = new Set(["create", "write", "make", "save"])

export function statedContents(task: string): { path: string; content: string }[] {
  return sentencesOf(task).flatMap((sentence) => {
    const content = given.map((pattern) => pattern.exec(sentence)?.[1]).find((text) => text !== undefined)
    const [path, ...others] = pathsIn(sentence.replace(content ?? "", ""))
    if (content === undefined || path === undefined || others.length > 0) return []
    return wordsOf(sentence).some((word) => writing.has(word)) ? [{ path, content: unmarked(content) }] : []
  })
}

/** Sentences that begin with a capital: a text that is quoted may hold others. */
function sentencesOf(task: string): string[] {
  return task.split(/\n+|(?<=[.!?])\s+(?=[A-Z])/)
}

/** Marks at the end may be those of the sentence. */
const unmarked = (text: string) => text.trim().replace(/^["'`“]+|["'`”]?[.]?["'`”]{0,8}$/g, "")
const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ")
