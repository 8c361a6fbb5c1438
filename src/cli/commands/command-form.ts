import type { Arguments } from "../command-line.ts"
import type { Terminal } from "../terminal.ts"

/** Runs a command and returns its exit code. */
export type Run = (args: Arguments, terminal: Terminal) => Promise<number>

export type Option = { summary: string; short?: string } & (
  | { type: "flag" }
  | { type: "text"; value: string; multiple?: true }
  | { type: "number"; value: string; min: number; max?: number }
  | { type: "choice"; value: string; choices: readonly string[] }
)

/** A command's description, for help, parsing and errors; the command itself is loaded lazily. */
export type Command = {
  name: string
  summary: string
  /** Positional arguments as shown in help: `ID` is required, `[FILE]` optional, `TITLE...` repeatable. */
  words: readonly string[]
  options: Readonly<Record<string, Option>>
  examples: ReadonlyArray<readonly [line: string, meaning: string]>
  /** Help text below the options. */
  notes?: readonly string[]
  /** The command handles Ctrl-C itself and returns its own exit code. */
  ends?: "itself"
  load(): Promise<{ run: Run }>
}

export const commonOptions: Readonly<Record<string, Option>> = {
  json: { type: "flag", summary: "Print JSON for programs; errors too." },
  help: { type: "flag", short: "h", summary: "Show this help." },
}

export const idNote = "ID is the short id from a list, any beginning or end of an id (4 characters or more), or `last`."

export const permissionModes = ["read-only", "workspace-write", "danger-full-access", "prompt", "allow"] as const
