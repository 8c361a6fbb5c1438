import { useEffect } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"
import { cell } from "./cell.ts"

/** The context of a command: the shown session, if any. */
export type CommandContext = {
  session: string | null
  row: Row | undefined
  state: SessionState | undefined
  /** The argument of a slash command: "the tests" in `/compact the tests`. */
  argument: string
}

export type CommandGroup = "session" | "go" | "page"

/** A command of the palette, the keyboard and the slash menu. */
export type Command = {
  id: string
  name: string
  group: CommandGroup
  /** Search words beside the name. */
  words?: string
  /** Such as `mod+k`, `n`, `alt+arrowup`: see `keys.ts`. Single characters work only outside of text fields. */
  keys?: readonly string[]
  /** Available as `/name`; `argument` describes what may follow. */
  slash?: { name: string; argument?: string }
  /** When to offer the command; always if absent. */
  when?: (context: CommandContext) => boolean
  run: (context: CommandContext) => void
}

/** All commands of the palette, the slash menu and the keyboard. */
export const commands = cell<readonly Command[]>([])

/** Adds commands, replacing those with the same id; returns how to remove them. */
export function register(added: readonly Command[]): () => void {
  const ids = new Set(added.map(({ id }) => id))
  commands.set([...commands.get().filter(({ id }) => !ids.has(id)), ...added])
  return () => commands.set(commands.get().filter((command) => !added.includes(command)))
}

/** Offers commands while the component is mounted. The list must be referentially stable. */
export function useCommands(added: readonly Command[]): void {
  useEffect(() => register(added), [added])
}

/** The commands available in a context. */
export function offered(all: readonly Command[], context: CommandContext): readonly Command[] {
  return all.filter(({ when }) => when?.(context) ?? true)
}

/** The slash commands matching the typed text: prefixes first, then substrings. */
export function slashMatches(all: readonly Command[], typed: string): readonly Command[] {
  const wanted = typed.toLowerCase()
  const named = all.filter(({ slash }) => slash?.name.includes(wanted))
  return named.toSorted((one, other) => Number(begins(other, wanted)) - Number(begins(one, wanted)))
}

const begins = ({ slash }: Command, wanted: string) => slash?.name.startsWith(wanted) ?? false

/**
 * Parses a slash command with its argument; null for a plain message, such as a command without argument that is
 * followed by words.
 */
export function slashIn(all: readonly Command[], text: string): { command: Command; argument: string } | null {
  const found = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(text.trim())
  const command = all.find(({ slash }) => slash && slash.name === found?.[1]?.toLowerCase())
  const argument = found?.[2]?.trim() ?? ""
  return command && (argument === "" || command.slash?.argument !== undefined) ? { command, argument } : null
}
