import type { Answer } from "../../agent/agent.ts"
import { oneLine } from "../../agent/text/plain.ts"
import type { Event } from "../../session/event.ts"
import type { Terminal } from "../terminal.ts"
import { wrap } from "../text/width.ts"
import { askPerson } from "./asking.ts"
import { endLines } from "./end-lines.ts"
import { type Keyboard, openKeyboard } from "./keyboard.ts"
import { type Before, type Item, narrator } from "./narrator.ts"
import { type Result, resultLine } from "./result.ts"
import { screenFor } from "./screen.ts"

/** How a running turn is told: to a person, or to a program. */
export type Face = {
  /** The session and what it is driven with. */
  start(about: Start, before: Before): Promise<void>
  show(item: Item): Promise<void>
  /** Something about the command itself. */
  say(line: string): Promise<void>
  /** Reads the keyboard until the end, and hands on each line that answers no question. Missing where there is none. */
  listen?(send: (line: string) => Promise<string>): void
  /** Asks the person; undefined where they went without an answer. Missing where nobody can be asked. */
  ask?(ask: Event<"ask.opened">["data"], signal: AbortSignal): Promise<Answer | undefined>
  end(result: Result): Promise<void>
  close(): void
}

type Start = {
  sessionId: string
  workspace: string
  permissionMode: string
  model: { name: string; because: string; scripted: boolean | null }
  /** The lines that tell it to a person. */
  lines: readonly string[]
}

/** The version of the lines that `--json` prints; docs/json-stream.md describes them. */
const streamVersion = 1

export function faceFor(terminal: Terminal, workspace: string): Face {
  return terminal.json ? programFace(terminal) : personFace(terminal, workspace)
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
