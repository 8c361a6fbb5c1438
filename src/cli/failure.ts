import { isHoldfastError } from "../session/error.ts"
import { OutputClosed, type Terminal } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"

export const exitCodes = { ok: 0, failed: 1, usage: 2, waiting: 3, interrupted: 130 } as const

/**
 * Tells what went wrong and gives the exit code. For people: on standard error. With --json: on standard output, where
 * the program reads, as `{"type":"error","error":{"code","message","details"}}`, the last line of what was printed.
 */
export async function tellFailure(error: unknown, terminal: Terminal): Promise<number> {
  const { code, message, details, hint } = describe(error)
  const note = () => terminal.note(`holdfast: ${message}${hint ? `\n${hint}` : ""}`)
  if (terminal.json)
    await terminal.printJson({ type: "error", error: { code, message, details } }, "line").catch(unlessClosed(note))
  else note()
  return code === "usage" ? exitCodes.usage : exitCodes.failed
}

// Where nobody listens any more, the exit code still tells. Where it cannot be written, a person may read it.
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
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? error.stack : undefined
  return { code: "unexpected", message: `Unexpected error: ${message}`, details: {}, ...(stack ? { hint: stack } : {}) }
}

// What `process.cwd()` throws.
function isMissingDirectory(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd"
}
