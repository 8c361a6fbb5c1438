import type { Terminal } from "./terminal.ts"
import { secretFrom } from "./typed-line.ts"
import { UsageError } from "./usage-error.ts"

/** Reads a password: typed twice without echo, or the first line of standard input. */
export async function readPassword(terminal: Terminal): Promise<string> {
  const password = await secretFrom("Password: ", terminal)
  if (password === undefined) throw new UsageError("Missing password: write it to standard input.", "serve")
  if (process.stdin.isTTY && (await secretFrom("Again: ", terminal)) !== password) {
    throw new UsageError("The passwords do not match. Nothing was changed.", "serve")
  }
  return password
}
