import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import type { Terminal } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"

/** Reads a password: typed twice without being shown, or the first line of standard input. */
export async function readPassword(terminal: Terminal): Promise<string> {
  if (!terminal.interactive) return firstLine()
  const typed = await unseen("Password: ", terminal.signal)
  if ((await unseen("Again: ", terminal.signal)) !== typed) {
    throw new UsageError("The two are not the same: nothing was changed.", "serve")
  }
  return typed
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false })
  for await (const line of lines) return line
  throw new UsageError("No password was given: write it to standard input.", "serve")
}

async function unseen(question: string, signal: AbortSignal): Promise<string> {
  process.stderr.write(question)
  // A terminal whose output goes nowhere does not echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const dialogue = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await dialogue.question("", { signal })
  } finally {
    dialogue.close()
    process.stderr.write("\n")
  }
}
