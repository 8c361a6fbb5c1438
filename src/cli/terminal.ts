import { HoldfastError } from "../session/error.ts"
import { harmless, harmlessJson } from "./text/harmless.ts"
import { type Paint, paintFor } from "./text/paint.ts"

/** Where a command speaks: results on standard output, everything else on standard error. */
export type Terminal = {
  /** Results are JSON. */
  json: boolean
  /** The columns of the terminal; undefined where the output is no terminal and nothing is cut. */
  width: number | undefined
  /** Someone can be asked. */
  interactive: boolean
  paint: Paint
  /** Aborts on Ctrl-C, and when nobody reads the output any more. */
  signal: AbortSignal
  print(...lines: readonly string[]): Promise<void>
  /** One JSON document, or one line of JSON lines. */
  printJson(value: unknown, form?: "document" | "line"): Promise<void>
  /** JSON as it is, every byte; only a terminal is shown what would control it escaped. */
  writeJson(text: string): Promise<void>
  write(text: string): Promise<void>
  /** Something a person should know that is no result. */
  note(line: string): void
  /** A line that replaces the one before; nothing where standard error is no terminal. */
  progress(line: string): void
  /** Calls a person back to the terminal; nothing where standard error is none. */
  bell(): void
}

/** Thrown when whoever read the output has gone: not an error, only an end. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed"
}

export function openTerminal(options: { json: boolean; interrupted: AbortSignal }): Terminal {
  const { stdout, stderr, stdin } = process
  const closed = new AbortController()
  let broken: HoldfastError | undefined
  stdout.on("error", (error) => {
    if (!isClosing(error)) broken ??= unwritable(error)
    closed.abort()
  })
  // Where nobody can be told, the exit code still tells.
  stderr.on("error", () => undefined)
  const colours = stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb" ? "on" : "off"
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => {
      if (closed.signal.aborted) return reject(broken ?? new OutputClosed())
      stdout.write(text, (error) => {
        if (!error) resolve()
        else reject(isClosing(error) ? (broken ?? new OutputClosed()) : unwritable(error))
      })
    })
  return {
    json: options.json,
    width: stdout.isTTY ? Math.max(40, stdout.columns || 80) : undefined,
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    paint: paintFor(colours),
    signal: AbortSignal.any([options.interrupted, closed.signal]),
    write,
    writeJson: (text) => write(stdout.isTTY ? harmlessJson(text) : text),
    print: (...lines) => write(`${harmless(lines.join("\n"), colours)}\n`),
    printJson: (value, form = "document") =>
      write(`${harmlessJson(JSON.stringify(value, null, stdout.isTTY && form === "document" ? 2 : 0))}\n`),
    note: (line) => void stderr.write(`${harmless(line, "off")}\n`),
    progress: (line) => void (stderr.isTTY && stderr.write(`\r\x1b[K${harmless(line, "off")}`)),
    bell: () => void (stderr.isTTY && stderr.write("\x07")),
  }
}

function unwritable(error: Error): HoldfastError {
  const what = `Standard output cannot be written: ${error.message}`
  const advice = "Send it somewhere else. What was done is in the session, and `holdfast resume` goes on."
  return new HoldfastError("storage-io", `${what}. ${advice}`, { cause: error })
}

function isClosing(error: Error): boolean {
  return "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
}
