import { homedir } from "node:os"
import { asksForJson, readCommandLine } from "./arguments.ts"
import type { Command } from "./commands/form.ts"
import { exitCodes, tellFailure } from "./failure.ts"
import { helpData, helpText } from "./help.ts"
import { OutputClosed, openTerminal, type Terminal, warn } from "./terminal.ts"
import { ownVersion } from "./version.ts"

/** Runs one command line and gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const interrupt = new AbortController()
  // The first Ctrl-C ends the command in order; the second has no listener any more and kills the process.
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
    return tellFailure(error, terminal)
  }
}

// What a command left under way only reads, or is a tool that hangs and was given up: nobody waits for it.
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

/** Without HOME another directory may be used than the one that is expected: that is said. */
function noteMissingHome(): void {
  const { HOME, HOLDFAST_HOME, XDG_DATA_HOME } = process.env
  if (HOME !== undefined || HOLDFAST_HOME || XDG_DATA_HOME || process.platform === "win32") return
  warn(`HOME is not set: using ${homedir()}, the home directory of your account.`)
}
