import type { Answer } from "../../agent/agent.ts"
import { oneLine } from "../../base/plain-words.ts"
import type { Event } from "../../session/event.ts"
import type { OutputFormat } from "../output-format.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import { askPerson } from "./asking.ts"
import { endLines } from "./end-lines.ts"
import { type Keyboard, openKeyboard } from "./keyboard.ts"
import { type Before, type Item, narrator } from "./narrator.ts"
import { type Result, resultLine } from "./result.ts"
import { screenFor } from "./screen.ts"

/** How a running turn is presented: to a person or to a program. */
export type Face = {
  /** Announces the session and its model. */
  start(about: Start, before: Before): Promise<void>
  show(item: Item): Promise<void>
  /** A notice about the command itself. */
  say(line: string): Promise<void>
  /** Reads the keyboard and passes on each line that does not answer a question. Missing without a keyboard. */
  listen?(send: (line: string) => Promise<string>): void
  /** Asks the user; undefined if they leave without an answer. Missing if the user cannot be asked. */
  ask?(ask: Event<"ask.opened">["data"], signal: AbortSignal): Promise<Answer | undefined>
  end(result: Result): Promise<void>
  close(): void
}

type Start = {
  sessionId: string
  workspace: string
  permissionMode: string
  model: { name: string; because: string; scripted: boolean | null }
  /** Presents a turn to a person. */
  lines: readonly string[]
}

/** The version of the `--json` lines; see docs/json-stream.md. */
const streamVersion = 1

export async function faceFor(terminal: Terminal, workspace: string, format: OutputFormat = "text"): Promise<Face> {
  if (terminal.json) return programFace(terminal)
  if (format === "text") return personFace(terminal, workspace)
  const { messageFace } = await import("./message-face.ts")
  return messageFace(terminal, format)
}

function programFace(terminal: Terminal): Face {
  const line = (value: unknown) => terminal.printJson(value, "line")
  return {
    start: ({ lines: _, ...about }) => line({ type: "start", v: streamVersion, ...about }),
    show: (item) => line("type" in item ? item : { type: "delta", v: streamVersion, ...item }),
    say: async () => undefined,
    end: (result) => line({ type: "result", v: streamVersion, ...resultLine(result) }),
    close: () => undefined,
  }
}

function personFace(terminal: Terminal, workspace: string): Face {
  const { paint } = terminal
  const screen = screenFor(terminal)
  const { show, recall, finish } = narrator({
    screen,
    paint,
    workspace,
    get width() {
      return terminal.width
    },
  })
  const say = (line: string) => screen.line(line)
  let keyboard: Keyboard | null = null
  const keys: Pick<Face, "listen" | "ask"> = {
    listen(send) {
      const sendLine = (line: string) =>
        void send(line)
          .then((outcome) => screen.notice(outcome))
          .catch((error: unknown) => terminal.note(`Not sent: ${oneLine(line)} (${String(error)})`))
      keyboard = openKeyboard({ show: screen.typed, send: sendLine, echo: terminal.echo })
    },
    async ask(ask, signal) {
      return keyboard && terminal.width !== undefined
        ? askPerson(ask, { terminal, screen, keyboard, signal })
        : undefined
    },
  }
  return {
    start({ lines }, before) {
      recall(before)
      const { width } = terminal
      const broken = lines.flatMap((line) => (width === undefined ? [line] : wrap(line, width)))
      return screen.line(...broken.map(paint.dim))
    },
    show,
    say,
    ...(terminal.interactive ? keys : {}),
    async end(result) {
      await finish()
      await screen.line(...endLines(result, terminal))
    },
    close() {
      const unsent = keyboard?.close() ?? ""
      keyboard = null
      screen.close()
      if (unsent !== "") terminal.note(`Not sent: ${oneLine(unsent)}`)
    },
  }
}
