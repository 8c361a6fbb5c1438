import { errorText } from "../base/error-text.ts"
import { isHoldfastError } from "../session/error.ts"
import { OutputClosed, type Terminal } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"

export const exitCodes = { ok: 0, failed: 1, usage: 2, waiting: 3, interrupted: 130 } as const

/** What is refused before anything is done: the command line has to say more. */
const refusals: ReadonlySet<string> = new Set(["usage", "no-model"])

/**
 * Prints an error and returns the exit code: to standard error for people; with --json as the last line of standard
 * output, `{"type":"error","error":{"code","message","details"}}`.
 */
export async function printFailure(error: unknown, terminal: Terminal): Promise<number> {
  const { code, message, details, hint } = describe(error)
  const note = () => terminal.note(`holdfast: ${message}${hint ? `\n${hint}` : ""}`)
  if (terminal.json)
    await terminal.printJson({ type: "error", error: { code, message, details } }, "line").catch(unlessClosed(note))
  else note()
  return refusals.has(code) ? exitCodes.usage : exitCodes.failed
}

// With a closed pipe the exit code has to do. If standard output cannot be written, try standard error.
function unlessClosed(note: () => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof OutputClosed)) note()
  }
}

function describe(error: unknown): { code: string; message: string; details: unknown; hint?: string } {
  if (error instanceof UsageError) {
    const hint = `Try: holdfast ${error.command ? `${error.command} ` : ""}--help`
    return { code: error.code, message: error.message, details: {}, hint }
  }
  if (isMissingDirectory(error)) {
    const message = "The current directory no longer exists. Change to one that does, and try again."
    return { code: "not-found", message, details: {} }
  }
  if (isHoldfastError(error)) return { code: error.code, message: error.message, details: error.details }
  const message = errorText(error)
  const stack = error instanceof Error ? error.stack : undefined
  return { code: "unexpected", message: `Unexpected error: ${message}`, details: {}, ...(stack ? { hint: stack } : {}) }
}

// `process.cwd()` throws this when the directory was deleted.
function isMissingDirectory(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd"
}
