import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import type { Terminal } from "./terminal.ts"

/** Asks for one line in the terminal; empty at the end of input. */
export async function typedLine(question: string, { signal }: Pick<Terminal, "signal">): Promise<string> {
  // `terminal: false`, because readline's own editing would consume Ctrl-C.
  const dialogue = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  return (await lineFrom(dialogue, question, signal)).trim()
}

/**
 * Asks for a secret where a person types, without echo; reads the first line of other input. Undefined if that is empty.
 * Law: what is typed is never echoed, also where the output is for programs.
 */
export function secretFrom(question: string, terminal: Pick<Terminal, "signal">): Promise<string | undefined> {
  return process.stdin.isTTY ? typedSecret(question, terminal) : firstInputLine()
}

async function typedSecret(question: string, { signal }: Pick<Terminal, "signal">): Promise<string> {
  // An output that discards everything: no echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const dialogue = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Readline takes Ctrl-C from the terminal: it is passed on, as what it is.
  dialogue.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
  // Only now, when the terminal itself has stopped to echo.
  process.stderr.write(question)
  try {
    return await lineFrom(dialogue, "", signal)
  } finally {
    process.stderr.write("\n")
  }
}

async function firstInputLine(): Promise<string | undefined> {
  for await (const line of createInterface({ input: process.stdin, terminal: false })) return line
  return undefined
}

async function lineFrom(
  dialogue: ReturnType<typeof createInterface>,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  const ended = new Promise<string>((resolve) => dialogue.once("close", () => resolve("")))
  try {
    return await Promise.race([dialogue.question(question, { signal }), ended])
  } finally {
    dialogue.close()
  }
}
