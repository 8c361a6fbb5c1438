import { homedir } from "node:os"
import { asksForJson, readCommandLine } from "./command-line.ts"
import type { Command } from "./commands/command-form.ts"
import { exitCodes, printFailure } from "./exit-codes.ts"
import { helpData, helpText } from "./help-text.ts"
import { ownVersion } from "./program-version.ts"
import { OutputClosed, openTerminal, type Terminal, warn } from "./terminal.ts"

/** Runs a command line and returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController()
  // The first Ctrl-C ends the command in order; the listener is then gone, so the second kills the process.
  process.once("SIGINT", () => interrupt.abort())
  const terminal = openTerminal({ json: asksForJson(argv), interrupted: interrupt.signal })
  try {
    const { code, ends } = await dispatch(argv, terminal)
    if (ends === "itself") leave(code)
    if (interrupt.signal.aborted) leave(exitCodes.interrupted)
    return code
  } catch (error) {
    if (error instanceof OutputClosed) return exitCodes.ok
    if (interrupt.signal.aborted) leave(exitCodes.interrupted)
    return printFailure(error, terminal)
  }
}

// Work still pending here only reads or is an abandoned tool: exit without waiting.
function leave(code: number): never {
  process.exit(code)
}

type Ended = { code: number; ends?: Command["ends"] }

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<Ended> {
  const { command, args, wants } = readCommandLine(argv)
  if (wants === "version") {
    if (terminal.json) await terminal.printJson({ version: ownVersion() })
    else await terminal.print(ownVersion())
    return { code: exitCodes.ok }
  }
  if (wants === "help") {
    if (terminal.json) await terminal.printJson(helpData(command))
    else await terminal.print(helpText(command, terminal))
    return { code: exitCodes.ok }
  }
  noteMissingHome()
  const { run } = command ? await command.load() : await import("./command/start.ts")
  return { code: await run(args, terminal), ends: command?.ends }
}

/** Warns that without HOME the data directory may not be the expected one. */
function noteMissingHome(): void {
  const { HOME, HOLDFAST_HOME, XDG_DATA_HOME } = process.env
  if (HOME !== undefined || HOLDFAST_HOME || XDG_DATA_HOME || process.platform === "win32") return
  warn(`HOME is not set: using ${homedir()}, the home directory of your account.`)
}
