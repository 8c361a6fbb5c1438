import { HoldfastError } from "../session/error.ts"
import { charactersOf, inAscii } from "./text/ascii.ts"
import { type Paint, paintFor } from "./text/paint.ts"
import { harmless, harmlessJson } from "./text/terminal-safe.ts"

/** A command's output: results on standard output, everything else on standard error. */
export type Terminal = {
  json: boolean
  /** The terminal's current width; undefined if the output is not a terminal, where nothing is truncated. */
  readonly width: number | undefined
  /** Whether the user can be asked. */
  interactive: boolean
  paint: Paint
  /** Aborts on Ctrl-C and when the output is closed. */
  signal: AbortSignal
  print(...lines: readonly string[]): Promise<void>
  /** Prints a JSON document, or one line of JSON lines. */
  printJson(value: unknown, form?: "document" | "line"): Promise<void>
  /** Prints JSON byte for byte; on a terminal with control characters escaped. */
  writeJson(text: string): Promise<void>
  write(text: string): Promise<void>
  /** Prints a notice to standard error. */
  note(line: string): void
  spinner: readonly string[]
  /** Whether we can draw the typed line: only where the cursor can be moved. */
  echo: "own" | "terminal"
  /**
   * Replaces the last line, with the cursor this many columns before its end; does nothing unless standard error is a
   * terminal whose cursor can be moved.
   */
  progress(line: string, cursor?: { back: number }): void
  /** Opens a progress line below streamed text. */
  below(): void
  /** Closes it and moves the cursor back to this column of the text. */
  backFromBelow(column: number): void
  /** Rings the bell, if standard error is a terminal. */
  bell(): void
}

/** Thrown when the output pipe was closed: ends the command without an error. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed"
}

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
  // Standard error is closed: the exit code has to do.
  stderr.on("error", () => undefined)
  const isDumb = process.env.TERM === "dumb"
  const colours = coloursOf(process.env, stdout.isTTY ? "terminal" : "other")
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

/** As no-color.org and force-color.org have it: what is forced wins over what the output is, and neither over NO_COLOR. */
function coloursOf(env: NodeJS.ProcessEnv, output: "terminal" | "other"): "on" | "off" {
  if (env.NO_COLOR) return "off"
  if (env.FORCE_COLOR) return env.FORCE_COLOR === "0" || env.FORCE_COLOR === "false" ? "off" : "on"
  return output === "terminal" && env.TERM !== "dumb" ? "on" : "off"
}

const usualWidth = 80
/** Below this width the terminal wraps lines by itself. */
const leastWidth = 16

const spinners = {
  unicode: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
  ascii: ["|", "/", "-", "\\"],
} as const

function unwritable(error: Error): HoldfastError {
  const what = `Standard output cannot be written: ${error.message}`
  const advice = "Send it somewhere else. What was done is in the session, and `holdfast resume` continues."
  return new HoldfastError("storage-io", `${what}. ${advice}`, { cause: error })
}

function isClosing(error: Error): boolean {
  return "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
}
