import { oneLine } from "../base/plain-words.ts"
import type { Terminal } from "./terminal.ts"
import { typedLine } from "./typed-line.ts"
import { UsageError } from "./usage-error.ts"

/** Asks yes or no; anything but yes means no. Without a terminal, --yes is required. */
export async function confirmed(question: string, terminal: Terminal, command: string): Promise<boolean> {
  if (terminal.json || !terminal.interactive) {
    throw new UsageError(`${question} This is not a terminal: confirm with --yes.`, command)
  }
  return /^y(es)?$/i.test(await typedLine(`${oneLine(question)} [y/N] `, terminal))
}
