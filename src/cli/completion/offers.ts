import { settingNames } from "../../agent/configuration/setting-name.ts"
import { providerNames } from "../../models/catalog/providers.ts"
import { commands } from "../command-table.ts"
import { type Command, commonOptions, type Option } from "../commands/command-form.ts"
import { sessionOptions } from "../commands/session-options.ts"

/** What may stand in a place of the command line. */
export type Offer = { offer: "words"; words: readonly string[] } | { offer: "files" | "directories" | "anything" }

export type OfferedOption = {
  long: string
  short: string | null
  summary: string
  /** Null for a flag. */
  value: { name: string; offer: Offer } | null
}

type OfferedCommand = {
  name: string
  summary: string
  options: readonly OfferedOption[]
  /** Its arguments, in order. */
  words: readonly Offer[]
}

/** What a shell can complete: the options of `holdfast` alone, and the table of commands. */
export type Offered = { options: readonly OfferedOption[]; commands: readonly OfferedCommand[] }

export function offered(): Offered {
  return { options: offeredOptions(sessionOptions), commands: offeredCommands() }
}

function offeredCommands(): OfferedCommand[] {
  return commands.map(({ name, summary, words, options }) => ({
    name,
    summary,
    options: offeredOptions(options),
    words: words.map((word) => offerOfWord(word, name)),
  }))
}

function offeredOptions(options: Command["options"]): OfferedOption[] {
  return Object.entries({ ...options, ...commonOptions }).map(([long, option]) => ({
    long,
    short: option.short ?? null,
    summary: option.summary,
    value: option.type === "flag" ? null : { name: option.value, offer: offerOfValue(option) },
  }))
}

function offerOfValue(option: Exclude<Option, { type: "flag" }>): Offer {
  if (option.type === "choice") return { offer: "words", words: option.choices }
  return placeOf(option.value)
}

function offerOfWord(word: string, command: Command["name"]): Offer {
  const name = word.replace(/[[\].]/g, "")
  if (name.includes("|")) return { offer: "words", words: name.split("|") }
  if (name === "COMMAND") return { offer: "words", words: commands.map((one) => one.name) }
  if (name === "PROVIDER") return { offer: "words", words: providerNames }
  if (name === "ID") return { offer: "words", words: ["last"] }
  if (name === "NAME" && command === "config") return { offer: "words", words: settingNames() }
  return placeOf(name)
}

function placeOf(name: string): Offer {
  if (name === "FILE") return { offer: "files" }
  return { offer: name === "PATH" || name === "DIR" ? "directories" : "anything" }
}
