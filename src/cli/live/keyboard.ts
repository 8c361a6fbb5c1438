import { createInterface, type Interface } from "node:readline"
import { Writable } from "node:stream"
import { setTimeout } from "node:timers/promises"
import { isInForeground } from "../../host/foreground.ts"
import type { Draft } from "./screen.ts"

/** Reads one line of a dialogue; undefined at Ctrl-D, at the end of the input, and when the dialogue is called off. */
export type ReadLine = (prompt: string) => Promise<string | undefined>

/**
 * The keyboard for as long as a turn runs: nothing that is typed is left for the shell, and nothing that was typed
 * before a question was on the screen answers it.
 */
export type Keyboard = {
  /** Asks. What was being typed is set aside, and is back when the dialogue is over. */
  dialogue<T>(signal: AbortSignal, work: (read: ReadLine) => Promise<T>): Promise<T>
  /** Stops reading, and gives what was typed and not sent. */
  close(): string
}

/** How long no key may have been pressed before a question that has just appeared takes an answer. */
const settleMs = 300

/** Unlike the prompt of a question, so that nobody takes one for the other. */
const messagePrompt = "Message: "

export function openKeyboard({
  show,
  send,
  echo,
}: {
  /** Shows the line that is being typed. */
  show(draft: Draft | null): void
  /** Gets each line that is no answer. */
  send(line: string): void
  /** Who shows what is typed: we, with every key as it comes, or a terminal that can only do it by itself. */
  echo: "own" | "terminal"
}): Keyboard {
  const { stdin } = process
  let reader: Interface | null = null
  let dialogue: Dialogue | null = null
  /** What was being typed when reading stopped, or when a dialogue began. */
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
    // After readline has dealt with it, and once for all the keys of a paste.
    if (isDrawing) return
    isDrawing = true
    queueMicrotask(redraw)
  }
  const onLine = (line: string) => {
    if (dialogue) dialogue.give(line)
    else if (line.trim() !== "") send(line.trim())
  }
  const replaceLine = (text: string) => {
    // Where the terminal has the line, it cannot be changed.
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
    // In raw mode the terminal sends these keys instead of their signals.
    opened.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
    opened.on("SIGTSTP", () => {
      stop()
      process.kill(process.pid, "SIGTSTP")
    })
    // Ctrl-D on an empty line closes it: that ends a dialogue, and otherwise means nothing.
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
  /** The prompt of the line that is being read; null between two. */
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

/** Resolves when no key has been pressed for a while, from now on; at once when it is called off. */
async function untilQuiet(lastKeyAt: () => number, signal: AbortSignal): Promise<void> {
  const from = performance.now()
  for (;;) {
    const left = Math.max(from, lastKeyAt()) + settleMs - performance.now()
    if (left <= 0 || signal.aborted) return
    await setTimeout(left, undefined, { signal }).catch(() => undefined)
  }
}

/** Readline edits the line; we show it. */
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
