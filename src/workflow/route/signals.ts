import type { WorkflowMode } from "../../session/event/common.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { type TaskKind, taskKind } from "../task.ts"
import { hasPhrase, hasWord, pathsIn, proseOf, wordsOf } from "../words.ts"
import { hasAnchor } from "./anchor.ts"
import { refersBack } from "./reference.ts"

export type SignalSource = {
  task: string
  /** The mode that a person asked for. */
  requested: WorkflowMode | null
  hasBrief: boolean
  hasPlan: boolean
  planStale: boolean
  openQuestions: readonly string[]
  verificationPressure: boolean
  mutationPressure: boolean
  /** Something was said before, which the task may speak of. */
  conversation: boolean
  /** Oldest first. */
  timeline: readonly TimelineEntry[]
}

/** What in the task and in the session speaks for one mode or another. */
export type Signals = {
  ambiguity: number
  complexity: number
  recent: Recent
  /** As the timeline tells it: `ambiguity=0.35`. */
  summary: string[]
}

type Recent = { clarify: number; reentry: number; planRefresh: number; verifySkip: number }

export function signalsOf(source: SignalSource): Signals {
  const reading = read(source)
  const measured = { ambiguity: ambiguity(reading), complexity: complexity(reading) }
  const recent = recentOf(source.timeline)
  return { ...measured, recent, summary: summaryOf(source, { ...measured, refers: reading.refers }, recent) }
}

/** What the measures need of a task, found once. */
type Reading = {
  task: string
  prose: string
  /** The prose without what it quotes of a program. */
  own: string
  words: number
  names: number
  kind: TaskKind
  anchored: boolean
  /** What it is about was named before. */
  refers: boolean
}

function read({ task: whole, conversation }: SignalSource): Reading {
  const task = whole.slice(0, lengths.looked)
  const prose = proseOf(task)
  return {
    task,
    prose,
    own: prose.replace(quotation, " ").replace(message, " "),
    words: wordsOf(prose).length,
    names: pathsIn(task).length,
    kind: taskKind(task),
    anchored: hasAnchor(task),
    refers: conversation && refersBack(prose),
  }
}

/** How much of what is wanted a task leaves open, 0 to 1. A question is not met with a question, unless it asks for one. */
function ambiguity(reading: Reading): number {
  const { own, kind, anchored, refers } = reading
  const explicit = asksToBeAsked(reading) ? weights.explicit : 0
  if (kind !== "work") return explicit
  return rounded(
    explicit +
      (hasWord(own, vague.words) || hasPhrase(own, vague.phrases) ? weights.vague : 0) +
      (anchored || refers ? 0 : weights.noAnchor) +
      (isBroad(reading) ? weights.broad : 0),
  )
}

/** How much there is to plan, 0 to 1. A question changes nothing: there is nothing to plan. */
function complexity({ prose, words, names, kind, anchored }: Reading): number {
  if (kind !== "work") return 0
  return rounded(
    (words + names >= lengths.long ? weights.long : 0) +
      (words + names >= lengths.veryLong ? weights.veryLong : 0) +
      (hasWord(prose, involved.words) || hasPhrase(prose, involved.phrases) ? weights.involved : 0) +
      (isList(prose) ? weights.list : 0) +
      (anchored ? weights.anchor : 0),
  )
}

export function rounded(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000
}

function asksToBeAsked({ task, prose, anchored }: Reading): boolean {
  if (/(?<!\S)--clarify(?!\S)/i.test(task)) return true
  // "Clarify the comment in src/x.ts" is an edit.
  if (wordsOf(prose)[0] === "clarify" && !anchored) return true
  const rest = notAsking.reduce((said, phrase) => said.replaceAll(` ${phrase} `, "  "), ` ${wordsOf(prose).join(" ")} `)
  return hasPhrase(rest, asking)
}

/** A short order for something big that does not say which one, or where: "Add caching", not "Add caching to the parser". */
function isBroad({ prose, own, words, refers }: Reading): boolean {
  if (refers || isRunOfBuild(prose)) return false
  return words <= lengths.short && hasWord(own, broadVerbs) && !hasWord(prose, placing)
}

/** "Build", "build it again": what there is, not something new. */
function isRunOfBuild(prose: string): boolean {
  const words = wordsOf(prose)
  return words.some((word) => word === "build" || word === "rebuild") && words.every((word) => besideBuild.has(word))
}

function isList(prose: string): boolean {
  const joins = wordsOf(prose).filter((word) => word === "and").length
  return joins >= 2 || (prose.match(/,(?=\s)/g) ?? []).length >= 2
}

function recentOf(timeline: readonly TimelineEntry[]): Recent {
  const entries = timeline.slice(-recentEntries)
  const count = (holds: (entry: TimelineEntry) => boolean) => entries.filter(holds).length
  return {
    clarify: count(({ mode, kind }) => mode === "clarify" || kind === "clarify_continue" || kind === "clarify_exit"),
    reentry: count(({ kind, decisionKind }) => kind === "reentry" || decisionKind === "reentry"),
    planRefresh: count(({ kind, reasonCode }) => kind === "plan_refresh" || hasPhrase(reasonCode, ["plan_refresh"])),
    verifySkip: count(({ kind }) => kind === "verify_skip"),
  }
}

function summaryOf(
  source: SignalSource,
  measured: { ambiguity: number; complexity: number; refers: boolean },
  recent: Recent,
): string[] {
  const open = Math.min(source.openQuestions.length, mostQuestionsTold)
  const told: readonly (readonly [string, string | number | null])[] = [
    ["ambiguity", measured.ambiguity.toFixed(2)],
    ["complexity", measured.complexity.toFixed(2)],
    ["refers_to", measured.refers ? "conversation" : null],
    ["requested_mode", source.requested],
    ["clarify_brief", source.hasBrief ? "available" : null],
    ["plan_artifacts", source.planStale ? "stale" : source.hasPlan ? "available" : null],
    ["open_questions", open || null],
    ["verification_pressure", source.verificationPressure ? "active" : null],
    ["mutation_pressure", source.mutationPressure ? "active" : null],
    ["recent_clarify", recent.clarify || null],
    ["recent_reentry", recent.reentry || null],
    ["recent_plan_refresh", recent.planRefresh || null],
    ["recent_verify_skip", recent.verifySkip || null],
  ]
  return told.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
}

const weights = {
  explicit: 0.65,
  vague: 0.2,
  noAnchor: 0.2,
  broad: 0.15,
  long: 0.2,
  veryLong: 0.15,
  involved: 0.3,
  list: 0.15,
  anchor: 0.1,
} as const

/** In words; and how many characters are looked at: nothing that decides comes so late, and an input may be a long log. */
const lengths = { short: 12, long: 18, veryLong: 30, looked: 16_384 } as const
const recentEntries = 6
const mostQuestionsTold = 9

/** What asks the agent to ask. */
const asking = ["don't assume", "do not assume", "not sure", "figure out", "interview me", "ask me"]

/** What sounds like it, and leaves work to the agent or sets a rule for it. */
const notAsking = [
  ...["why", "where", "how", "which", "who", "when", "if", "whether"].map((word) => `figure out ${word}`),
  ...["is", "causes", "caused", "breaks", "broke", "makes", "went", "goes", "happens", "happened"].map(
    (word) => `figure out what ${word}`,
  ),
  "figure out what's",
  "figure out the",
  "not sure why",
  "not sure where",
  "don't ask me",
  "do not ask me",
  "never ask me",
  "ask me before",
  "ask me for",
]

/** What has no end that could be seen. */
const vague = {
  words: ["something", "somehow", "better", "improve"],
  phrases: [
    "fix this",
    "more like",
    ...[
      "better",
      "nicer",
      "cleaner",
      "prettier",
      "faster",
      "good",
      "great",
      "nice",
      "pretty",
      "work",
      "more",
      "pop",
    ].map((word) => `make it ${word}`),
  ],
} as const

/** What a program said is not vague of the person who pastes it. */
const message = /\b\w*(?:error|exception|warning|fatal|panic|failed|failure)\b[^\n:]{0,40}:[^\n]*/gi
const quotation = /"[^"\n]{1,400}"|“[^”\n]{1,400}”/g

const besideBuild: ReadonlySet<string> = new Set(
  "again all and build everything it just now ok okay please rebuild then this".split(" "),
)
const broadVerbs = ["build", "add", "improve", "refactor", "implement"]
const placing = [
  ...[
    "the",
    "that",
    "which",
    "to",
    "in",
    "into",
    "on",
    "for",
    "from",
    "at",
    "inside",
    "under",
    "with",
    "when",
    "between",
  ],
  ...["using", "per", "by", "as"],
]

const involved = {
  words: [
    ...["refactor", "refactors", "refactored", "refactoring", "architecture", "architectural", "persistent"],
    ...["migrate", "migrates", "migrated", "migrating", "migration", "workflow", "workflows", "report", "reports"],
  ],
  phrases: ["deep dive", "implementation plan", "verification plan"],
} as const
