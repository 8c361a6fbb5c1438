import { pathsIn, wordsOf } from "../words.ts"
import { type Deed, isTense, type ResultKind, resultAt, sentencesOf, verbsOfChange } from "./words.ts"

/** What an answer says that was done, in a form that the log can support or contradict. */
export type Claim =
  | { of: "file"; path: string; deed: Deed; said: string }
  | { of: "result"; kind: ResultKind; said: string }
  | { of: "command"; command: string; said: string }

/** The claims of an answer. Plans, hopes, conditions, denials and questions are none. */
export function claimsIn(answer: string): Claim[] {
  return sentencesOf(answer)
    .filter((sentence) => !sentence.endsWith("?"))
    .flatMap((said) => [...fileClaims(said), ...resultClaims(said), ...commandClaims(said)])
}

/** The files that a verb of the table is about: "create `a.ts` and b.ts", "a.ts was created"; not "a test for a.ts". */
export function filesOf(
  sentence: string,
  verbs: ReadonlyMap<string, Deed>,
  counts: (wordsBefore: readonly string[]) => boolean,
): { path: string; deed: Deed }[] {
  const tokens = tokensOf(sentence)
  return tokens.flatMap(({ word }, at) => {
    const deed = verbs.get(word)
    if (deed === undefined || !counts(tokens.slice(Math.max(0, at - 4), at).map((token) => token.word))) return []
    // "The fixed a.ts" speaks of a.ts, and tells nothing of a deed.
    if (articles.has(tokens[at - 1]?.word ?? "")) return []
    const subjects = subjectsBefore(tokens, at).map((path) => ({ path, deed }))
    return [...objectsAfter(tokens, at, verbs), ...subjects]
  })
}

function fileClaims(said: string): Claim[] {
  return filesOf(said, verbsOfChange.past, isTense).map(({ path, deed }) => ({ of: "file", path, deed, said }))
}

/** "All tests pass", "the build is green", "verified that it works". */
function resultClaims(said: string): Claim[] {
  const words = wordsOf(said)
  const kinds = words.map((_, at) => resultAt(words, at)).filter((kind) => kind !== null)
  return [...new Set(kinds)].map((kind) => ({ of: "result", kind, said }))
}

/** "I ran `npm test`": with its name in back-ticks it can be looked up. */
function commandClaims(said: string): Claim[] {
  return [...said.matchAll(/\b(?:ran|executed)\b[^`.]{0,40}`([^`]+)`/gi)]
    .filter((match) => isTense(wordsOf(said.slice(0, match.index)).slice(-4)))
    .map((match) => ({ of: "command", command: (match[1] ?? "").trim(), said }))
}

type Token = { word: string; path: string | null }

function tokensOf(sentence: string): Token[] {
  return sentence
    .split(/\s+/)
    .filter((piece) => piece !== "")
    .flatMap((piece, at, pieces): Token[] => {
      const [path] = pathsIn(piece)
      if (references.has(wordsOf(pieces[at - 1] ?? "").at(-1) ?? "")) return [{ word: "", path: null }]
      if (path !== undefined) return [{ word: "", path }]
      return wordsOf(piece).map((word) => ({ word, path: null }))
    })
}

const articles: ReadonlySet<string> = new Set(["the", "a", "an", "this", "that", "your"])
/** What is named after these is no file, however it is written. */
const references: ReadonlySet<string> = new Set(["branch", "tag", "remote"])

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** After these a file is one that the verb is not about; after the others for the rest of the sentence. */
const aside = table("for from like using with by than of as against via per see matching following about beside on")
const elsewhere = table(`
  described listed mentioned documented defined shown reported specified found used imported called that which so because
  covering testing cover`)
const into = table("in into inside to")
/** What may stand before the name of a file that is deleted. */
const beside = table("the file files a an old obsolete unused now and both also empty stale temporary test tests")
/** What may stand between a file and the verb that it is the subject of. */
const linking = table(`
  is was were are has have been now be being successfully file files both all and also the newly just completely`)

/** "Removed the import in a.ts" changes a.ts: only what stands right behind the verb was itself created or deleted. */
function objectsAfter(tokens: readonly Token[], verb: number, verbs: ReadonlyMap<string, Deed>) {
  const found: { path: string; deed: Deed }[] = []
  let about: Deed | null = verbs.get(tokens[verb]?.word ?? "") ?? null
  for (let at = verb + 1; at < tokens.length; at++) {
    const { word = "", path = null } = tokens[at] ?? {}
    if (path !== null) {
      if (about) found.push({ path, deed: about })
      continue
    }
    if (verbs.has(word) || elsewhere.has(word)) break
    if (aside.has(word)) about = null
    else if (into.has(word)) about = "changed"
    else if (about === "deleted" && !beside.has(word)) about = null
  }
  return found
}

function subjectsBefore(tokens: readonly Token[], verb: number): string[] {
  const found: string[] = []
  for (let at = verb - 1; at >= 0; at--) {
    const { word = "", path = null } = tokens[at] ?? {}
    if (path !== null) found.push(path)
    else if (!linking.has(word)) break
  }
  return found.reverse()
}
