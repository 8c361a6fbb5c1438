import type { SessionUi } from "../session-ui.ts"
import { runProgram } from "./run-program.ts"

/** What a command has the model be sent; the first `typed` characters are the person's own. */
export type Expanded = { text: string; typed: number }

/** What a person can do by typing `/` and a name. */
export type SlashCommand = {
  name: string
  description: string
  /** What may come after the name. */
  hint?: string
} & (
  | { run(ui: SessionUi, words: string): Promise<void> }
  /** It stands for a message; null where there is nothing to send. */
  | { expand(ui: SessionUi, words: string): Promise<Expanded | null> }
)

export const noSession = "There is no session yet: type a task first."

/** A command of the command line about this session; what it prints is shown. */
export function ofSession(
  { name, description, hint }: { name: string; description: string; hint?: string },
  argv: (id: string, words: string) => string[],
): SlashCommand {
  const run = async (ui: SessionUi, words: string) => {
    if (!ui.link) return ui.note(noSession)
    await showOutput(ui, argv(ui.link.row.id, words))
  }
  return { name, description, ...(hint ? { hint } : {}), run }
}

/** Runs this program with other arguments, and shows what it prints. */
export async function showOutput(ui: SessionUi, argv: readonly string[]): Promise<void> {
  const [, entry = ""] = process.argv
  const { output } = await runProgram([process.execPath, entry, ...argv], ui.workspace)
  ui.note(output.trim() === "" ? "Done." : output.trimEnd())
}
