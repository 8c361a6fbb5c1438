/** What is really so, for sentences about it. Paths are relative to the workspace. */
export type Truth = {
  exists(path: string): boolean
  /** What a file holds; empty where there is none. */
  textOf(path: string): string
  /** Whether something is not as it was when the turn started, or something in it, where it is a directory. */
  isChanged(path: string): boolean
  /** The changed paths that are neither caches nor build output, those outside the workspace too. */
  work: ReadonlySet<string>
  /** The commands that the model ran in this turn. */
  commands: readonly string[]
}

/** A sentence about files or commands, and whether it is true; null where it is of no known form. */
export type Judged = { sentence: string; holds: boolean | null }

/** Judges what was said to a model or a person, sentence by sentence. */
export function judgeSentences(text: string, truth: Truth): Judged[] {
  return sentencesIn(text).map((sentence) => ({ sentence, holds: judge(sentence, truth) }))
}

export function sentencesIn(text: string): string[] {
  return text
    .split(/\n|(?<=[.!?:;])\s+/)
    .map((sentence) => sentence.replace(/^[\s*•-]+|[\s:;]+$/g, ""))
    .filter((sentence) => sentence !== "")
}

type Form = { of: RegExp; holds(subject: string, truth: Truth, content: string): boolean }

const isNot = "(?:is|was|were|are|has been|have been|does|did)(?: still)? (?:not|never)(?: been)?"
const path = "`([^`]+)`(?:, which the task names,)?"
const hasRun = (command: string, { commands }: Truth) => commands.some((one) => one.includes(command))

/** Forms of sentences, and when they hold; the first that fits counts. Sentences that quote no path speak of the whole turn. */
const forms: readonly Form[] = [
  {
    of: new RegExp(`${path} (?:does not|doesn't) (?:hold|contain) \`([^\`]+)`, "i"),
    holds: (given, truth, content) => !truth.textOf(given).includes(content),
  },
  {
    of: new RegExp(
      `${path} (?:${isNot} (?:exist|there|written|created|made|on (?:the )?disk)|is missing|doesn't exist)`,
      "i",
    ),
    holds: (given, truth) => !truth.exists(given),
  },
  {
    of: new RegExp(`${path} (?:still exists|is still there|${isNot} (?:deleted|removed))`, "i"),
    holds: (given, truth) => truth.exists(given),
  },
  {
    of: new RegExp(`${path} (?:${isNot} (?:changed|edited|modified|touched|updated)|is unchanged|is as it was)`, "i"),
    holds: (given, truth) => !truth.isChanged(given),
  },
  { of: new RegExp(`no (?:change|trace) of ${path}`, "i"), holds: (given, truth) => !truth.isChanged(given) },
  {
    of: /says that `([^`]+)` was (?:created|changed|written), but no change of it/i,
    holds: (given, truth) => !truth.isChanged(given),
  },
  {
    of: new RegExp(`${path} (?:${isNot} (?:run|ran|executed)|has not run|never ran)`, "i"),
    holds: (given, truth) => !hasRun(given, truth),
  },
  {
    of: /\bno change or command is recorded\b/i,
    holds: (_, { work, commands }) => work.size === 0 && commands.length === 0,
  },
  {
    of: /\bno (?:file|files) (?:was|were) changed and no commands? (?:was|were) run\b/i,
    holds: (_, { work, commands }) => work.size === 0 && commands.length === 0,
  },
  {
    of: /\bno (?:file|files) (?:was|were|has been|have been) (?:changed|written|created)\b|\bnothing was (?:changed|written|done)\b/i,
    holds: (_, { work }) => work.size === 0,
  },
  {
    of: /\bno commands? (?:was|were|has been|have been) run\b|\bno check was run\b/i,
    holds: (_, { commands }) => commands.length === 0,
  },
  { of: new RegExp(`${path} was (?:created|changed|written)`, "i"), holds: (given, truth) => truth.isChanged(given) },
  { of: new RegExp(`${path} was (?:deleted|removed)`, "i"), holds: (given, truth) => !truth.exists(given) },
]

function judge(sentence: string, truth: Truth): boolean | null {
  for (const { of, holds } of forms) {
    const match = of.exec(sentence)
    if (match) return holds(match[1] ?? "", truth, match[2] ?? "")
  }
  return null
}
