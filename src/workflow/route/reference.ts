import { hasPhrase, hasWord, wordsOf } from "../words.ts"

/**
 * Whether a text orders something that the conversation has named: "add it", "option 2", "the second one". What is
 * longer says itself what it is about.
 */
export function refersBack(text: string): boolean {
  const words = wordsOf(text)
  if (words.length > longest || hasWord(text, unnamed)) return false
  return hasWord(text, pronouns) || hasPhrase(text, referring) || words.some((word, at) => isReference(words, word, at))
}

/** "Do that", and not "a page that lists them"; "option 2"; "the second one". */
function isReference(words: readonly string[], word: string, at: number): boolean {
  const after = words[at + 1]
  if (word === "that") return after === undefined || trailing.has(after)
  if (numbered.has(word)) return after !== undefined && (/^(?:\d{1,2}|[a-f])$/.test(after) || cardinals.has(after))
  return ordinals.has(word) && (after === undefined || after === "one" || numbered.has(after))
}

/** In words. */
const longest = 12

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((entry) => entry !== ""))

/** What nobody has named yet. */
const unnamed = table("something somehow anything")
const pronouns = table("it this these those them both too yours")
const trailing = table("as first instead now please then too")
const numbered = table(
  "alternative approach choice idea item number option point proposal solution step suggestion variant version",
)
const cardinals = table("one two three four five six")
const ordinals = table("first second third fourth fifth last latter former")
const referring = [
  ...["suggestion", "suggestions", "proposal", "idea", "plan", "recommendation", "recommendations"].map(
    (noun) => `your ${noun}`,
  ),
  "the same",
  "as well",
  "as suggested",
  "as proposed",
  "you suggested",
  "you proposed",
  "you described",
  "you said",
]
