import { parseArgs } from "node:util"
import { nearest } from "../tools/nearest.ts"
import { type Command, commonOptions } from "./commands/form.ts"
import { commandNamed, commands } from "./commands.ts"
import { UsageError } from "./usage-error.ts"

/** The words and options of one command line, checked against the table of commands. */
export type Arguments = {
  words: readonly string[]
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  number(name: string): number | undefined
}

export type CommandLine = { command: Command | undefined; args: Arguments; wants: "run" | "help" | "version" }

/** Reads a command line. Throws `UsageError`, with the nearest name, for what the table does not know. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  // `holdfast -p "task"` is short for `holdfast run "task"`.
  if (argv[0] === "-p") return readCommandLine(["run", ...argv.slice(1)])
  const at = argv.findIndex((word) => !word.startsWith("-"))
  const name = at === -1 ? undefined : argv[at]
  const command = name === undefined ? undefined : commandNamed(name)
  if (name !== undefined && !command) throw unknownCommand(name)
  const rest = at === -1 ? argv : [...argv.slice(0, at), ...argv.slice(at + 1)]
  const args = readOptions(command, rest)
  if (args.flag("version")) return { command, args, wants: "version" }
  if (args.flag("help")) return { command, args, wants: "help" }
  if (command) checkWords(command, args.words)
  return { command, args, wants: "run" }
}

/** Whether errors are told as JSON, even where the command line cannot be read. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--")
  return argv.slice(0, end === -1 ? argv.length : end).includes("--json")
}

const versionOption = { version: { type: "flag", short: "V", summary: "Show the version." } } as const

function readOptions(command: Command | undefined, argv: readonly string[]): Arguments {
  const options: Command["options"] = { ...command?.options, ...commonOptions, ...(command ? {} : versionOption) }
  const { tokens, positionals } = parseArgs({
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
  // Otherwise a forgotten value would swallow the option that follows.
  if (value.startsWith("-") && value !== "-" && !token.inlineValue) {
    throw fail(`${rawName} needs a value: ${takes}. If it begins with a dash, write ${rawName}=${value}`)
  }
  if (option.type === "number" && !isWithin(value, option)) {
    const range = option.most === undefined ? `from ${option.least} up` : `from ${option.least} to ${option.most}`
    throw fail(`${rawName} needs a whole number ${range}, not ${JSON.stringify(value)}.`)
  }
  if (option.type === "choice" && !option.choices.includes(value)) {
    const guess = nearest(value, option.choices)
    const meant = guess ? ` Did you mean ${guess}?` : ""
    throw fail(`${rawName} is one of ${option.choices.join(", ")}, not ${JSON.stringify(value)}.${meant}`)
  }
  return value
}

function isWithin(value: string, { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number }): boolean {
  return /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most
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
