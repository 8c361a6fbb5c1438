import { createInterface } from "node:readline/promises"
import { oneLine } from "../agent/text/plain.ts"
import type { Terminal } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"

/** Asks a person yes or no; anything but a yes is a no. Where nobody can be asked, --yes is needed. */
export async function confirmed(question: string, terminal: Terminal, command: string): Promise<boolean> {
  if (terminal.json || !terminal.interactive) {
    throw new UsageError(`${question} Nobody can be asked here: add --yes if you mean it.`, command)
  }
  // Not readline's own editing: that would take Ctrl-C away from us.
  const dialogue = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    const answer = await dialogue.question(`${oneLine(question)} [y/N] `, { signal: terminal.signal })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    dialogue.close()
  }
}
