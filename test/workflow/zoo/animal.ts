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
  /** Whether the project is in a git repository: what happens to the work must not depend on it. */
  git?: false
  /** Whether the model is taken for a weak one, which may be asked a neutral question. */
  weak?: true
  permissionMode?: PermissionMode
  limits?: Partial<Limits>
}

export type Expected = {
  stop: StopCode
  /** What the stop record says first. */
  summary?: RegExp
  /** The push-backs, as a person sees them: what comes after "Asked to continue: ". None for an honest one. */
  pushBacks?: readonly RegExp[]
  /** The checks that ran, in order: `failed npm test`. */
  checks?: readonly `${CheckStatus} ${string}`[]
  /** Why the work is not verified, in order. */
  missing?: readonly RegExp[]
  /** The net changes that the stop record names: `changed src/add.js`. */
  changes?: readonly string[]
  /** How often the model is asked; once for each step of an animal that is not sent back. */
  requests?: number
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

export const edit = (path: string, before: string, after: string) =>
  step({ name: "edit", arguments: { path, old_string: before, new_string: after } })

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

/** What a model says that is done, whatever it did. */
export const solved = say("The problem is solved.")

/** It is sent back to work once, and only says it again: after a push-back, an answer is final. */
export const insisting: readonly ScriptStep[] = [solved, say("It behaves as it should.")]

/** What becomes of work that a check contradicts as it did before: the model is sent back once, and changes nothing. */
export const failsAsBefore = (command: string): Expected => ({
  stop: "completed-unverified",
  pushBacks: [literally(`\`${command}\` failed`)],
  checks: [`failed ${command}`, `failed ${command} # before the work`],
  missing: [new RegExp(`^\`${command}\` failed .*; it failed before the work, too$`)],
})

/** What becomes of work that passes only with this changed: the record says so, and what failed with it as it was. */
export const passesOnlyWith = (path: string, { command = "node --test", how = "changed" } = {}): Expected => ({
  stop: "completed-unverified",
  checks: [`passed ${command}`, `failed ${command} # with the original ${path}`],
  missing: [literally(`\`${path}\` was ${how}, and with it as before the work \`${command}\` failed`)],
})

/** A sentence that starts with these words. */
export const literally = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`)
