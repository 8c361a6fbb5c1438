import { parseArgs } from "node:util"
import { nearest } from "../tools/arguments/nearest.ts"
import { commandNamed, commands } from "./command-table.ts"
import { type Command, commonOptions } from "./commands/command-form.ts"
import { sessionOptions } from "./commands/session-options.ts"
import { UsageError } from "./usage-error.ts"

/** A parsed command line, checked against the table of commands. */
export type Arguments = {
  words: readonly string[]
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  number(name: string): number | undefined
}

export type CommandLine = { command: Command | undefined; args: Arguments; wants: "run" | "help" | "version" }

/** Parses a command line. Throws `UsageError`, with the closest name, for unknown commands and options. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  // `holdfast -p "task"` is short for `holdfast run "task"`.
  if (argv[0] === "-p") return readCommandLine(["run", ...argv.slice(1)])
  // The value of an option is no command, as in `holdfast --model demo`.
  const { tokens } = parseTokens({ ...sessionOptions, ...commonOptions }, argv)
  const at = tokens.find(({ kind }) => kind === "positional")?.index ?? -1
  const name = argv[at]
  const command = name === undefined ? undefined : commandNamed(name)
  if (!command) return readSessionLine(argv)
  const rest = [...argv.slice(0, at), ...argv.slice(at + 1)]
  const args = readOptions(command, rest)
  if (args.flag("help")) return { command, args, wants: "help" }
  checkWords(command, args.words)
  return { command, args, wants: "run" }
}

/** Without a command: an interactive session, with options and perhaps its first task. */
function readSessionLine(argv: readonly string[]): CommandLine {
  const args = readOptions(undefined, argv)
  if (args.flag("version")) return { command: undefined, args, wants: "version" }
  const [first = ""] = args.words
  // One word alone is more likely a mistyped command than a task.
  const isTask = args.flag("continue") || args.flag("resume") || /\s/.test(first)
  if (args.words.length > 0 && !isTask) throw unknownCommand(first)
  return { command: undefined, args, wants: args.flag("help") ? "help" : "run" }
}

/** Whether to print errors as JSON, even if the command line cannot be parsed. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--")
  return argv.slice(0, end === -1 ? argv.length : end).includes("--json")
}

function readOptions(command: Command | undefined, argv: readonly string[]): Arguments {
  const options: Command["options"] = { ...(command?.options ?? sessionOptions), ...commonOptions }
  const { tokens, positionals } = parseTokens(options, argv)
  const given = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind !== "option") continue
    const value = checkOption(command, options, token)
    given.set(token.name, [...(given.get(token.name) ?? []), value])
  }
  const text = (name: string) => given.get(name)?.at(-1)
  return {
    words: positionals,
    flag: (name) => given.has(name),
    text,
    texts: (name) => given.get(name) ?? [],
    number: (name) => (given.has(name) ? Number(text(name)) : undefined),
  }
}

function parseTokens(options: Command["options"], argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        { type: type === "flag" ? ("boolean" as const) : ("string" as const), ...(short ? { short } : {}) },
      ]),
    ),
  })
}

type OptionToken = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function checkOption(command: Command | undefined, options: Command["options"], token: OptionToken): string {
  const { name, rawName, value } = token
  const option = options[name]
  const fail = (message: string) => new UsageError(message, command?.name)
  if (!option) {
    const guess = nearest(name, Object.keys(options))
    const where = command ? `${command.name} has no option ${rawName}` : `There is no option ${rawName}`
    throw fail(`${where}.${guess ? ` Did you mean --${guess}?` : ""}`)
  }
  if (option.type === "flag") {
    if (value !== undefined) throw fail(`${rawName} takes no value.`)
    return ""
  }
  const takes = option.type === "choice" ? option.choices.join(", ") : option.value
  if (value === undefined) throw fail(`${rawName} needs a value: ${takes}.`)
  // A missing value must not swallow the next option.
  if (value.startsWith("-") && value !== "-" && !token.inlineValue) {
    throw fail(`${rawName} needs a value: ${takes}. If it begins with a dash, write ${rawName}=${value}`)
  }
  if (option.type === "number" && !isWithin(value, option)) {
    const range = option.max === undefined ? `from ${option.min} up` : `from ${option.min} to ${option.max}`
    throw fail(`${rawName} needs a whole number ${range}, not ${JSON.stringify(value)}.`)
  }
  if (option.type === "choice" && !option.choices.includes(value)) {
    const guess = nearest(value, option.choices)
    const meant = guess ? ` Did you mean ${guess}?` : ""
    throw fail(`${rawName} is one of ${option.choices.join(", ")}, not ${JSON.stringify(value)}.${meant}`)
  }
  return value
}

function isWithin(value: string, { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }): boolean {
  return /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max
}

function checkWords(command: Command, words: readonly string[]): void {
  const needed = command.words.filter((word) => !word.startsWith("["))
  const missing = needed[words.length]
  if (missing !== undefined) {
    throw new UsageError(`Missing argument: ${missing.replace("...", "")}.`, command.name)
  }
  const many = command.words.some((word) => word.includes("..."))
  if (!many && words.length > command.words.length) {
    const extra = words.slice(command.words.length).join(" ")
    throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}.`, command.name)
  }
}

function unknownCommand(name: string): UsageError {
  const guess = nearest(
    name,
    commands.map((command) => command.name),
  )
  return new UsageError(`There is no command ${JSON.stringify(name)}.${guess ? ` Did you mean ${guess}?` : ""}`, guess)
}
