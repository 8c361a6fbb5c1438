import type { CheckStatus, Limits, PermissionMode, ScriptStep, StopCode, WorkflowMode } from "../../../src/index.ts"

/** A model with a habit, the project that it works in, and what has to become of its turn. */
export type Animal = {
  name: string
  /** The files of the project, by their paths. */
  project: Readonly<Record<string, string>>
  task: string
  /** What it does, step by step. When they are over it says "Done." for ever. */
  steps: readonly ScriptStep[]
  expected: Expected
  /** The mode that the person asks for. */
  mode?: WorkflowMode
  /** Where the project is; what it is called must not matter. */
  place?: string
  /** Whether the project is in a git repository: only there it is known what a command changed. */
  git?: false
  permissionMode?: PermissionMode
  limits?: Partial<Limits>
  /** What the product still gets wrong here. The test fails as soon as it does not: then this line goes. */
  fault?: string
}

export type Expected = {
  stop: StopCode
  /** What each message names that sends the model back to work, in order. None for an honest one. */
  told?: readonly RegExp[]
  /** The checks that ran, in order: `failed npm test`. */
  checks?: readonly `${CheckStatus} ${string}`[]
  /** What the stop record says that is missing, in order. */
  missing?: readonly RegExp[]
  /** What is in the project in the end; null where there must be no such file. */
  files?: Readonly<Record<string, string | null>>
}

type Call = NonNullable<ScriptStep["toolCalls"]>[number]

const step = (...toolCalls: Call[]): ScriptStep => ({ toolCalls })

export const say = (text: string): ScriptStep => ({ text })
export const read = (path: string) => step({ name: "read", arguments: { path } })
export const create = (path: string, content: string) => step({ name: "write", arguments: { path, content } })
export const run = (command: string) => step({ name: "bash", arguments: { command } })

/** Writes over a file that is there: it has to be read before. */
export const rewrite = (path: string, content: string) =>
  step({ name: "read", arguments: { path } }, { name: "write", arguments: { path, content } })

/** Sets the list of things to do; those with an `x` are completed. */
export const list = (...items: readonly string[]) =>
  step({
    name: "todo",
    arguments: {
      items: items.map((item) => ({
        text: item.replace(/^x /, ""),
        state: item.startsWith("x ") ? "completed" : "pending",
      })),
    },
  })

/** The answer of a planning call. */
export const plan = (lines: readonly string[]): ScriptStep => ({ for: "plan", text: lines.join("\n") })

/** Ever other words for "it is done", so that only the work is judged and not the repetition. */
export const insisting: readonly ScriptStep[] = [
  "The problem is solved.",
  "It behaves as it should.",
  "There is nothing more to do.",
  "I am confident about the outcome.",
  "This settles the matter.",
  "That was the last of it.",
].map(say)

/** What a model is told that leaves a check failing, up to the end of its retries. */
export const failing = (command: string, why = ""): RegExp[] =>
  [1, 2, 3].map(
    (time) =>
      new RegExp(`^\\[DEFINITION OF DONE CHECK FAILED\\] Try ${time} of 3\\..*FAIL \`${command}\`.*${why}`, "s"),
  )
