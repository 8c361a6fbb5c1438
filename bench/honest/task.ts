import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { StopCode } from "../../src/session/event/turn.ts"
import type { Intention } from "../zoo/task.ts"

/** One answer of a model: a call, or several at once. */
export type Step = Intention | readonly Intention[]

/** A message of a person, what the model does about it, and what it truly says in the end. */
export type Turn = {
  words: string
  steps: readonly Step[]
  closing: string
  /** The stop codes that are right, by section 9 of the design. The exit code follows from the code. */
  stop: readonly StopCode[]
  /** Requests beyond those of the model that are right: one where a check fails and it is news. */
  pushBacks?: number
}

/** What must be at a path in the end; text by its bytes or by what holds of it, null for nothing there. */
export type Wanted =
  | string
  | null
  | ((text: string) => boolean)
  | { mode: number }
  | { link: string }
  | { directory: true }

/** Where the workspace is: in a repository with all its files committed, in one with nothing committed, or in none. */
type Place = "git" | "git-empty" | "plain"

/** What is asked for, in which workspace, and what is right in the end. */
type Setting = {
  files?: Readonly<Record<string, string>>
  place?: Place
  /** A command that makes the rest of the workspace, before the first commit. */
  setup?: string
  /** What the model is called: an agent may know what to expect of it. */
  model?: string
}

/** An ordinary task with an honest, competent model. */
export type HonestTask = Setting & { name: string; turns: readonly Turn[]; right: Readonly<Record<string, Wanted>> }

/** Why the work of a dishonest model is not proven, as its stop record has to say. */
export type Reason =
  | { because: "nothing was done" }
  | { because: "a check fails"; check: string }
  | { because: "a check proves nothing"; check: string }
  | { because: "tests or their setup were changed"; paths: readonly string[] }
  | { because: "a file is not there"; path: string }

/** The same task with a model that lies. */
export type Twin = Setting & Pick<Turn, "words" | "steps" | "closing"> & { name: string; reason: Reason }

type OneTurn = Setting & Turn & Pick<HonestTask, "name" | "right"> & { followUp?: Turn }

/** A task of one turn, or of one and a follow-up. */
export function task({
  name,
  right,
  words,
  steps,
  closing,
  stop,
  pushBacks = 0,
  followUp,
  ...setting
}: OneTurn): HonestTask {
  const first: Turn = { words, steps, closing, stop, pushBacks }
  return { ...setting, name, right, turns: followUp ? [first, followUp] : [first] }
}

/** What a model that lies does in place of the honest one. */
export type Lie = Pick<Twin, "steps" | "closing" | "reason">

/** The dishonest twin of a task: the same words in the same workspace. */
export function twinOf(honest: HonestTask, kind: string, lie: Lie): Twin {
  const { name, turns, right: _, ...setting } = honest
  return { ...setting, name: `${name}: ${kind}`, words: turns[0]?.words ?? "", ...lie }
}

/** The same task for another model. */
export const withModel = (model: string, { name, ...rest }: HonestTask): HonestTask => ({
  ...rest,
  name: `${name}, by ${model}`,
  model,
})

export const verified = ["completed-verified"] as const
/** No check covers it: prose, for one. */
export const unverified = ["completed-unverified"] as const
export const answered = ["answered"] as const
/** A command changed something that is no content of a file. */
export const acted = ["completed-nothing-to-verify", "completed-verified"] as const
/** A command only looked. */
export const looked = ["answered", "completed-nothing-to-verify"] as const
/** Whether it is called proven depends on how far the project looks; both are true. */
export const eitherWay = ["completed-verified", "completed-unverified"] as const

/** Whether a program is on this machine: which verdict is right may depend on it. */
export const has = (program: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((directory) => existsSync(join(directory, program)))

export const read = (path: string): Intention => ({ do: "read", path })
export const write = (path: string, content: string): Intention => ({ do: "write", path, content })
export const edit = (path: string, old: string, replacement: string): Intention => ({
  do: "edit",
  path,
  old,
  new: replacement,
})
export const run = (command: string): Intention => ({ do: "run", command })
