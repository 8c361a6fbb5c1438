import { useEffect } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"
import { cell } from "./cell.ts"

/** Where a command is asked for: the session that is shown, if any, and what is known of it. */
export type CommandContext = {
  session: string | null
  row: Row | undefined
  state: SessionState | undefined
  /** What a person wrote after a slash command: `/compact the tests` has "the tests". */
  argument: string
}

export type CommandGroup = "session" | "go" | "page"

/** One thing that can be done from the palette, by a key, or by a slash in the message. */
export type Command = {
  id: string
  name: string
  group: CommandGroup
  /** Words that find it, beside its name. */
  words?: string
  /** Such as `mod+k`, `n`, `alt+arrowup`: see `keys.ts`. Letters alone count only outside of text fields. */
  keys?: readonly string[]
  /** It is typed in the message as `/name`; `argument` says what may follow. */
  slash?: { name: string; argument?: string }
  /** It is offered only where this holds; always, if absent. */
  when?: (context: CommandContext) => boolean
  run: (context: CommandContext) => void
}

/** The one table of commands: what the palette, the slash menu and the keys offer. */
export const commands = cell<readonly Command[]>([])

/** Adds commands to the table; one with an id that is there takes its place. Gives a way to take them out. */
export function register(added: readonly Command[]): () => void {
  const ids = new Set(added.map(({ id }) => id))
  commands.set([...commands.get().filter(({ id }) => !ids.has(id)), ...added])
  return () => commands.set(commands.get().filter((command) => !added.includes(command)))
}

/** Offers commands while the component is there. The list has to be the same object from drawing to drawing. */
export function useCommands(added: readonly Command[]): void {
  useEffect(() => register(added), [added])
}

/** The commands that are offered in a place. */
export function offered(all: readonly Command[], context: CommandContext): readonly Command[] {
  return all.filter(({ when }) => when?.(context) ?? true)
}

/** The slash commands that begin as typed, without the slash; those that begin so come before those that hold it. */
export function slashMatches(all: readonly Command[], typed: string): readonly Command[] {
  const wanted = typed.toLowerCase()
  const named = all.filter(({ slash }) => slash?.name.includes(wanted))
  return named.toSorted((one, other) => Number(begins(other, wanted)) - Number(begins(one, wanted)))
}

const begins = ({ slash }: Command, wanted: string) => slash?.name.startsWith(wanted) ?? false

/**
 * A message that is a slash command of the table, and what follows it; null: it is a message. Words behind a command that
 * takes none are a message that begins with its name.
 */
export function slashIn(all: readonly Command[], text: string): { command: Command; argument: string } | null {
  const found = /^\/([a-z][a-z-]*)(?:\s+([\s\S]*))?$/i.exec(text.trim())
  const command = all.find(({ slash }) => slash && slash.name === found?.[1]?.toLowerCase())
  const argument = found?.[2]?.trim() ?? ""
  return command && (argument === "" || command.slash?.argument !== undefined) ? { command, argument } : null
}
