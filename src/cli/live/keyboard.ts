import { createInterface, type Interface } from "node:readline"
import { Writable } from "node:stream"
import { setTimeout } from "node:timers/promises"
import { isInForeground } from "../../host/foreground.ts"
import type { Draft } from "./screen.ts"

/** Reads one line of a dialogue; undefined on Ctrl-D, at the end of input, and when the dialogue is aborted. */
export type ReadLine = (prompt: string) => Promise<string | undefined>

/**
 * The keyboard while a turn runs: typed text never reaches the shell, and text typed before a question appeared does
 * not answer it.
 */
export type Keyboard = {
  /** Runs a dialogue. An unfinished draft is put aside and restored afterwards. */
  dialogue<T>(signal: AbortSignal, work: (read: ReadLine) => Promise<T>): Promise<T>
  /** Stops reading and returns the unsent draft. */
  close(): string
}

/** A new question accepts answers only after this long without a key press. */
const settleMs = 400

/** Different from a question's prompt, so that the two are not confused. */
const messagePrompt = "Message: "

export function openKeyboard({
  show,
  send,
  echo,
}: {
  show(draft: Draft | null): void
  /** Called with each line that is not an answer. */
  send(line: string): void
  /** Whether we draw the typed line (raw mode) or the terminal does (line mode). */
  echo: "own" | "terminal"
}): Keyboard {
  const { stdin } = process
  let reader: Interface | null = null
  let dialogue: Dialogue | null = null
  /** The draft from before reading stopped or a dialogue started. */
  let draft = ""
  let setAside = ""
  let lastKeyAt = Number.NEGATIVE_INFINITY
  let isDrawing = false

  const redraw = () => {
    isDrawing = false
    if (!reader || echo === "terminal") return
    const { line, cursor } = reader
    if (dialogue) show(dialogue.prompt === null ? null : { prompt: dialogue.prompt, text: line, cursor })
    else show(line === "" ? null : { prompt: messagePrompt, text: line, cursor })
  }
  const onKey = () => {
    lastKeyAt = performance.now()
    // After readline has handled the key, and once per paste.
    if (isDrawing) return
    isDrawing = true
    queueMicrotask(redraw)
  }
  const onLine = (line: string) => {
    if (dialogue) dialogue.give(line)
    else if (line.trim() !== "") send(line.trim())
  }
  const replaceLine = (text: string) => {
    // In line mode the terminal owns the line.
    if (echo === "terminal") return
    reader?.write(null, { ctrl: true, name: "e" })
    reader?.write(null, { ctrl: true, name: "u" })
    if (text !== "") reader?.write(text)
    redraw()
  }

  const start = () => {
    if (reader || stdin.readableEnded || !isInForeground()) return
    const input = { input: stdin, output: nowhere, historySize: 0, terminal: echo === "own" }
    const opened = createInterface(input)
    reader = opened
    opened.on("line", onLine)
    // Raw mode delivers these keys instead of signals.
    opened.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
    opened.on("SIGTSTP", () => {
      stop()
      process.kill(process.pid, "SIGTSTP")
    })
    // Ctrl-D on an empty line closes readline: that ends a dialogue and is ignored otherwise.
    opened.on("close", () => {
      if (reader !== opened) return
      reader = null
      if (dialogue) dialogue.end()
      else start()
    })
    replaceLine(draft)
    draft = ""
  }
  const stop = () => {
    const open = reader
    if (!open) return
    draft = open.line
    reader = null
    open.close()
    show(null)
  }
  const onContinue = () => {
    stop()
    start()
  }

  stdin.on("keypress", onKey)
  process.on("SIGCONT", onContinue)
  start()
  return {
    async dialogue(signal, work) {
      await untilQuiet(() => lastKeyAt, signal)
      setAside = reader?.line ?? draft
      const own = openDialogue(signal, { redraw, echo })
      dialogue = own
      replaceLine("")
      if (stdin.readableEnded) own.end()
      try {
        return await work(own.read)
      } finally {
        dialogue = null
        start()
        replaceLine([setAside, reader?.line].filter(Boolean).join(" "))
        setAside = ""
        for (const line of own.unread) onLine(line)
      }
    },
    close() {
      stdin.off("keypress", onKey)
      process.off("SIGCONT", onContinue)
      stop()
      return (dialogue ? setAside : draft).trim()
    },
  }
}

type Dialogue = {
  /** The prompt of the current line; null between lines. */
  prompt: string | null
  read: ReadLine
  give(line: string): void
  end(): void
  unread: readonly string[]
}

function openDialogue(signal: AbortSignal, { redraw, echo }: { redraw(): void; echo: "own" | "terminal" }): Dialogue {
  const unread: string[] = []
  let isOver = signal.aborted
  let waiting: ((line: string | undefined) => void) | null = null
  const settle = (line: string | undefined) => {
    own.prompt = null
    waiting?.(line)
    waiting = null
    redraw()
  }
  const own: Dialogue = {
    prompt: null,
    unread,
    async read(prompt) {
      const next = unread.shift()
      if (next !== undefined) return next.trim()
      if (isOver) return undefined
      own.prompt = prompt
      if (echo === "terminal") process.stderr.write(prompt)
      redraw()
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    give(line) {
      if (waiting) settle(line.trim())
      else unread.push(line)
    },
    end() {
      isOver = true
      settle(undefined)
    },
  }
  signal.addEventListener("abort", own.end, { once: true })
  return own
}

/** Resolves after a while without key presses, or when aborted. */
async function untilQuiet(lastKeyAt: () => number, signal: AbortSignal): Promise<void> {
  const from = performance.now()
  for (;;) {
    const left = Math.max(from, lastKeyAt()) + settleMs - performance.now()
    if (left <= 0 || signal.aborted) return
    await setTimeout(left, undefined, { signal }).catch(() => undefined)
  }
}

/** Readline edits the line; we draw it. */
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
