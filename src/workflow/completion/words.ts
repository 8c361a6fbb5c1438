import { hasPhrase, wordsOf } from "../words.ts"

// The English of answers. Whatever is not in these tables is decided by what the log shows.

const table = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== "")

/** What is done to a file. */
export type Deed = "created" | "changed" | "deleted"

const verbs = {
  past: {
    created: "created wrote written generated saved scaffolded",
    changed: `added updated edited changed modified fixed implemented renamed refactored replaced moved corrected patched
      rewrote rewritten adjusted extended inserted appended repaired resolved`,
    deleted: "deleted removed",
  },
  imperative: { created: "create write generate save", changed: "", deleted: "delete remove" },
} as const satisfies Record<string, Record<Deed, string>>

/** Which deed a verb tells of, or asks for. */
export const verbsOfChange: Readonly<Record<keyof typeof verbs, ReadonlyMap<string, Deed>>> = {
  past: byVerb(verbs.past),
  imperative: byVerb(verbs.imperative),
}

/** The verbs that ask for a change only of what is wrong. */
export const mendVerbs: ReadonlySet<string> = new Set(table("fix correct patch repair"))

export const proseNouns: ReadonlySet<string> = new Set(
  table(`summary summaries note notes message poem haiku email letter paragraph sentence explanation description story
    joke answer title slogan overview outline translation essay tweet announcement reply limerick proposal plan query
    regex regexp snippet diagram comparison question questions idea ideas`),
)

/** What makes of a claim a plan, a hope, a condition, a denial or a thing of the past. */
const untold: ReadonlySet<string> = new Set(
  table(`not never no none cannot neither nor will would should could might may can must shall if once when until unless
    whether ensure sure to already earlier previously please needs need want i'll we'll you'll won't let let's hopefully
    expect expected going failed unable`),
)

/** Whether the words before a verb let it tell of what was done. */
export function isTense(before: readonly string[]): boolean {
  return !before.some((word) => untold.has(word) || word.endsWith("n't"))
}

export type ResultKind = "test" | "build" | "lint" | "typecheck" | "any"

/** What is said to have passed, by its words. */
const subjects: ReadonlyMap<string, ResultKind> = new Map([
  ...table("test tests suite suites specs").map((word) => [word, "test"] as const),
  ...table("build builds compilation").map((word) => [word, "build"] as const),
  ...table("lint linter linting").map((word) => [word, "lint"] as const),
  ...table("typecheck types typechecking").map((word) => [word, "typecheck"] as const),
  ...table("check checks verification").map((word) => [word, "any"] as const),
])

/** "It works" speaks of everything; "it passes the options on" speaks of nothing. */
const verdicts = {
  ofRuns: new Set(table("pass passes passed passing green succeed succeeds succeeded successful successfully clean")),
  ofAll: new Set(table("works verified tested compiles")),
  beforeItsSubject: new Set(table("passing verified")),
} as const satisfies Record<string, ReadonlySet<string>>

/** What the word at a place says to have passed; null where it says no such thing. */
export function resultAt(words: readonly string[], at: number): ResultKind | null {
  const word = words[at] ?? ""
  if (!verdicts.ofRuns.has(word) && !verdicts.ofAll.has(word)) return null
  const from = Math.max(0, at - 6)
  if (!isTense(words.slice(Math.max(0, from - 1), at))) return null
  const after = verdicts.beforeItsSubject.has(word) ? words.slice(at + 1, at + 4) : []
  const near = [...words.slice(from, at).reverse(), ...after]
  const kind = near.map((other) => subjects.get(other)).find((found) => found !== undefined)
  return kind ?? (verdicts.ofAll.has(word) ? "any" : null)
}

const phrases = {
  deflects: [
    "you can now",
    "you can run",
    "you can test",
    "you should",
    "you need to",
    "you will need to",
    "you'll need to",
    "you may want to",
    "please run",
    "please execute",
    "please test",
    "please create",
    "please verify",
    "try running",
    "run the following",
    "copy the following",
    "paste the following",
    "save it as",
    "save this as",
  ],
  promises: [
    "i will",
    "i'll",
    "i am going to",
    "i'm going to",
    "let me",
    "let's",
    "next i",
    "now i",
    "we will",
    "we'll",
    "my plan",
    "the next step is",
  ],
  courtesies: ["let me know", "i'll be happy", "i will be happy", "i'll be glad", "i'm going to stop", "now i have"],
  admits: [
    "i can't",
    "i cannot",
    "i could not",
    "i couldn't",
    "i was unable",
    "i am unable",
    "i'm unable",
    "i was not able",
    "i wasn't able",
    "i did not manage",
    "i failed",
    "not possible for me",
    "was denied",
    "were denied",
  ],
  powerless: [
    "i cannot",
    "i can't",
    "i can not",
    "i don't have",
    "i do not have",
    "i have no",
    "i lack",
    "i am unable",
    "i'm unable",
    "i am not able",
    "i'm not able",
    "i don't currently have",
  ],
  needless: [
    "already exists",
    "already there",
    "already done",
    "already fixed",
    "already correct",
    "already present",
    "no change is needed",
    "no changes are needed",
    "no changes needed",
    "no change needed",
    "no changes were needed",
    "no changes were necessary",
    "nothing to change",
    "nothing to fix",
    "nothing needs to be changed",
  ],
} as const

export const deflects = (text: string): boolean => hasPhrase(text, phrases.deflects)
export const admits = (text: string): boolean => hasPhrase(text, phrases.admits)
export const saysNeedless = (text: string): boolean => hasPhrase(text, phrases.needless)

/** What the answer ends with the promise of, or null: what was promised is not done. */
export function promised(answer: string): string | null {
  const last = sentencesOf(answer).at(-1)
  return last && hasPhrase(last, phrases.promises) && !hasPhrase(last, phrases.courtesies) ? last : null
}

/** Whether an answer says that its author has no tools: what it has it does not know. */
export function refusesTools(answer: string): boolean {
  return sentencesOf(answer).some((sentence) => {
    if (!hasPhrase(sentence, phrases.powerless)) return false
    const words = new Set(wordsOf(sentence))
    return toolDeeds.some((word) => words.has(word)) && toolThings.some((word) => words.has(word))
  })
}

const toolDeeds = table(`access ability abilities capability capabilities read open run execute create modify edit write
  change browse view see interact directly tools`)
const toolThings =
  table(`file files filesystem system computer machine device directory directories folder command commands
  tool tools terminal shell workspace repository codebase project environment code`)

/** Whether a short answer ends with what its author is about to do, and does not. */
export function narrates(answer: string): boolean {
  const last = sentencesOf(answer).at(-1) ?? ""
  return answer.length <= narration.length && narration.words.test(last) && !hasPhrase(last, phrases.courtesies)
}

/** A long answer that ends so has said something before. */
const narration = {
  length: 600,
  words:
    /^(?:(?:okay|ok|sure|first|now|next|then|so|great|alright|to do (?:this|that|so))[,.!:]?\s+)*(?:let me|let's|let us|i will|i'll|i am going to|i'm going to|i need to|i have to|i should)\b.*\b(?:look|read|check|search|open|list|run|examine|inspect|find|see|analy[sz]e|explore|start|begin|scan|review|view|grep|use|call|create|write)\b/i,
} as const

/** The question that the answer ends with, or null. */
export function asked(answer: string): string | null {
  const last = sentencesOf(answer).at(-1)
  return last?.endsWith("?") && !hasPhrase(last, ["anything else", "what else", "would you like me"]) ? last : null
}

const doneWords: ReadonlySet<string> = new Set(
  table(`done ok okay finished complete completed ready all everything is it's the task that's now success
    fertig erledigt terminé fait hecho listo fatto pronto готово 完成 完了`),
)

/** An answer that says no more than that it is over. */
export function isEmptyish(answer: string): boolean {
  return wordsOf(answer).every((word) => doneWords.has(word))
}

/** The sentences of a text and the lines of its lists, code blocks aside. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/`{3}[\s\S]*?(?:`{3}|$)/g, "\n")
    .split(/\n+|(?<=[.!?。])\s+/)
    .map((sentence) => sentence.replace(/^\s*(?:(?:[-*•>#]+|\d+[.)])\s+)+/, "").trim())
    .filter((sentence) => sentence !== "")
}

function byVerb(deeds: Readonly<Record<Deed, string>>): ReadonlyMap<string, Deed> {
  return new Map(
    (["created", "changed", "deleted"] as const).flatMap((deed) =>
      table(deeds[deed]).map((word): [string, Deed] => [word, deed]),
    ),
  )
}
