import type { Arguments } from "../arguments.ts"
import type { Terminal } from "../terminal.ts"

/** Does the work of one command and gives its exit code. */
export type Run = (args: Arguments, terminal: Terminal) => Promise<number>

export type Option = { summary: string; short?: string } & (
  | { type: "flag" }
  | { type: "text"; value: string; multiple?: true }
  | { type: "number"; value: string; least: number; most?: number }
  | { type: "choice"; value: string; choices: readonly string[] }
)

/** What there is to know about a command before it is loaded: help, parsing and errors are made from it. */
export type Command = {
  name: string
  summary: string
  /** The words that it takes, as help shows them: `ID` is needed, `[FILE]` is not, `TITLE...` may be many. */
  words: readonly string[]
  options: Readonly<Record<string, Option>>
  examples: ReadonlyArray<readonly [line: string, meaning: string]>
  /** Said below the options. */
  notes?: readonly string[]
  /** It ends in order by itself when it is interrupted, with an exit code of its own; what then still hangs is left. */
  ends?: "itself"
  load(): Promise<{ run: Run }>
}

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { type: "flag", summary: "Print JSON for programs; errors too." },
  help: { type: "flag", short: "h", summary: "Show this help." },
}

/** What the word ID means, for the commands that take one. */
export const idNote =
  "ID is the short id of a list, any other beginning or end of an id (4 characters or more), or `last`."

export const permissionModes = ["read-only", "workspace-write", "danger-full-access", "prompt", "allow"] as const
