import { actions, baseOf, wantedInOtherScript, withoutPreamble } from "./orders.ts"
import { hasPhrase, pathsIn, proseOf, wordsOf } from "./words.ts"

/** Small talk wants a word back; an informational task wants an answer; work wants something to be done. */
export type TaskKind = "small-talk" | "informational" | "work"

/** What kind of input it is. In doubt it is work: that has tools and a definition of done. */
export function taskKind(text: string): TaskKind {
  if (isSmallTalk(text)) return "small-talk"
  const sentences = sentencesOf(text)
  const asksOnly = sentences.some(isQuestion) && !sentences.some(isRequest)
  return asksOnly && !goesIntoFile(text) ? "informational" : "work"
}

/** Whether nothing is left once greetings, thanks and the like are taken away. */
function isSmallTalk(text: string): boolean {
  const words = wordsOf(text)
  if (words.length === 0 || words.length > longestSmallTalk || pathsIn(text).length > 0) return false
  let rest = ` ${words.join(" ")} `
  for (const phrase of smallTalk) rest = rest.replaceAll(` ${phrase} `, "  ")
  const left = wordsOf(rest)
  return left.length < words.length && left.every((word) => fillers.has(word))
}

/** A sentence: its text, and its words without what politeness puts before them. */
type Sentence = { text: string; words: string[] }

function sentencesOf(text: string): Sentence[] {
  return proseOf(text)
    .split(/(?<=[.!?])\s+|(?<=[。！？])|[\n;]+/)
    .map((sentence) => ({ text: sentence.trim().toLowerCase(), words: withoutPreamble(wordsOf(sentence)) }))
    .filter(({ words }) => words.length > 0)
}

function isQuestion({ text, words }: Sentence): boolean {
  const said = words.join(" ")
  const [first = "", second = ""] = words
  if (isAction(first, text) || suggestions.some((start) => `${said} `.startsWith(`${start} `))) return false
  if (/[?？]$/.test(text) || questionStarts.has(first) || wantedInOtherScript(text) === "look") return true
  return (conditions.has(first) && auxiliaries.has(second)) || hasPhrase(said, answersWanted)
}

/** Whether the sentence tells the agent to do something: "Explain it and fix the typo" does, "how to fix it" does not. */
function isRequest(sentence: Sentence): boolean {
  const said = sentence.words.join(" ")
  if (isAction(sentence.words[0] ?? "", sentence.text)) return true
  if (!isQuestion(sentence)) return hasPhrase(said, demands)
  if (/[?？]$/.test(sentence.text) || hasPhrase(said, manners)) return false
  const after = sentence.words.some((word, at) => joins.has(word) && actions.has(sentence.words[at + 1] ?? ""))
  return after || actions.has(orderAfterComma.exec(sentence.text)?.[1] ?? "")
}

/** "Do the same there" is one, "do the tests pass?" is not. */
function isAction(word: string, text: string): boolean {
  return actions.has(baseOf(word)) && !(word === "do" && /[?？]$/.test(text))
}

/** "Summarise the log into notes.md": the answer is a file. */
function goesIntoFile(text: string): boolean {
  const pieces = text.split(/\s+/)
  return (
    hasPhrase(text, ["into a file", "to a file", "to a new file", "into a new file"]) ||
    pieces.some((piece, at) => piece.toLowerCase() === "into" && pathsIn(pieces[at + 1] ?? "").length > 0)
  )
}

const orderAfterComma = /,\s+([a-z]+)\s+(?:the|a|an|it|them|this|that|these|those|my|our|all|any|every|each)\b/

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((entry) => entry !== ""))

const longestSmallTalk = 12

/** Longest first, so that "thank you very much" is not left with "very much". */
const smallTalk: readonly string[] = [
  "hi",
  "hello",
  "hey",
  "good morning",
  "good afternoon",
  "good evening",
  "good night",
  "thanks",
  "thank you",
  "thank you very much",
  "thanks a lot",
  "thanks for that",
  "have a nice day",
  "have a good day",
  "thx",
  "cheers",
  "great",
  "nice",
  "cool",
  "wow",
  "haha",
  "lol",
  "ok",
  "okay",
  "perfect",
  "awesome",
  "well done",
  "good job",
  "great job",
  "nice work",
  "great work",
  "bye",
  "goodbye",
  "see you",
  "sorry",
  "no problem",
  "never mind",
  "nevermind",
  "nice to meet you",
  "how are you",
  "how are you doing",
  "how is it going",
  "how's it going",
  "what's up",
  "who are you",
  "what are you",
  "are you there",
  "what is your name",
  "what's your name",
  "what can you do",
  "what do you do",
  "what can you help with",
  "how can you help",
  "can you help",
  "for your help",
  "for the help",
  "help",
].toSorted((a, b) => b.length - a.length)

/** What may stand beside small talk and asks for nothing. */
const fillers = table(`
  again agent all and assistant buddy day everyone folks for friend holdfast later me much so soon team there today
  tomorrow very you`)

const questionStarts = table(`
  explain describe summarize summarise compare outline review analyze analyse what what's how how's why which who who's
  whose where's tell understand learn`)

/** They ask before an auxiliary verb ("when does it run"), and else set a condition ("where possible, …"). */
const conditions = table("when where")
const auxiliaries = table("am are can could did do does has have is may must should was were will would")

const joins = table("and then")

const answersWanted = [
  "i wonder",
  "do you know",
  "give me an overview",
  "give me a summary",
  "walk me through",
  "show me how",
]

/** Questions that are requests. */
const suggestions = [
  "how about",
  "what about",
  "why not",
  "why don't you",
  "why don't we",
  "what i want",
  "what i need",
  "what we need",
]

/** What makes a request of a sentence beside a question. */
const demands = ["please", "should", "must", "needs to", "want you", "make sure", "has to"]

/** What a verb after these belongs to is asked about, not asked for. */
const manners = ["how to", "how do", "how does", "how can", "how could", "how should", "how would", "what would"]
