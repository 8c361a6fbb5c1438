import { HoldfastError } from "../session/error.ts"
import { charactersOf, inAscii } from "./text/ascii.ts"
import { harmless, harmlessJson } from "./text/harmless.ts"
import { type Paint, paintFor } from "./text/paint.ts"

/** Where a command speaks: results on standard output, everything else on standard error. */
export type Terminal = {
  /** Results are JSON. */
  json: boolean
  /** The columns of the terminal as it is now; undefined where the output is no terminal and nothing is cut. */
  readonly width: number | undefined
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
  /** The frames of what turns while something is going on. */
  spinner: readonly string[]
  /** Who shows what a person types: we can where the cursor can be moved. */
  echo: "own" | "terminal"
  /**
   * A line that replaces the one before, with the cursor so many columns before its end; nothing where standard error is
   * no terminal or one without a cursor that moves.
   */
  progress(line: string, cursor?: { back: number }): void
  /** Opens a line for progress below text that streams. */
  below(): void
  /** Closes it: the cursor is back at this column of the text. */
  backFromBelow(column: number): void
  /** Calls a person back to the terminal; nothing where standard error is none. */
  bell(): void
}

/** Thrown when whoever read the output has gone: not an error, only an end. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed"
}

/** Something that is wrong and stops nothing. */
export function warn(warning: string): void {
  process.stderr.write(`holdfast: ${harmless(warning, "off")}\n`)
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
  const isDumb = process.env.TERM === "dumb"
  const colours = stdout.isTTY && !process.env.NO_COLOR && !isDumb ? "on" : "off"
  const characters = charactersOf(process.env)
  const shownOn = (stream: NodeJS.WriteStream, text: string) =>
    stream.isTTY && characters === "ascii" ? inAscii(text) : text
  const move = (text: string) => void (stderr.isTTY && !isDumb && stderr.write(shownOn(stderr, text)))
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
    get width() {
      return stdout.isTTY ? Math.max(leastWidth, stdout.columns || usualWidth) : undefined
    },
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    paint: paintFor(colours),
    signal: AbortSignal.any([options.interrupted, closed.signal]),
    spinner: spinners[characters],
    echo: isDumb ? "terminal" : "own",
    write: (text) => write(shownOn(stdout, text)),
    writeJson: (text) => write(stdout.isTTY ? harmlessJson(text) : text),
    print: (...lines) => write(shownOn(stdout, `${harmless(lines.join("\n"), colours)}\n`)),
    printJson: (value, form = "document") =>
      write(`${harmlessJson(JSON.stringify(value, null, stdout.isTTY && form === "document" ? 2 : 0))}\n`),
    note: (line) => void stderr.write(shownOn(stderr, `${harmless(line, "off")}\n`)),
    progress: (line, { back } = { back: 0 }) =>
      move(`\r\x1b[K${harmless(line, "off")}${back > 0 ? `\x1b[${back}D` : ""}`),
    below: () => move("\n"),
    backFromBelow: (column) => move(`\r\x1b[K\x1b[A\x1b[${column + 1}G`),
    bell: () => void (stderr.isTTY && stderr.write("\x07")),
  }
}

const usualWidth = 80
/** Narrower than this nothing can be laid out: lines are then broken by the terminal. */
const leastWidth = 16

const spinners = {
  unicode: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
  ascii: ["|", "/", "-", "\\"],
} as const

function unwritable(error: Error): HoldfastError {
  const what = `Standard output cannot be written: ${error.message}`
  const advice = "Send it somewhere else. What was done is in the session, and `holdfast resume` goes on."
  return new HoldfastError("storage-io", `${what}. ${advice}`, { cause: error })
}

function isClosing(error: Error): boolean {
  return "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
}
