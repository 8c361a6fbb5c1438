import { decodeKittyPrintable, type Editor, matchesKey } from "@earendil-works/pi-tui"

/** Editing as vi does: keys are text while inserting, and commands after Esc. */
export type ViKeys = {
  readonly mode: "insert" | "normal"
  /** True where the key is dealt with. */
  handle(data: string): boolean
  /** A message begins with inserting. */
  reset(): void
}

// What the editor understands, in the terms of its usual keys.
const left = "\x1b[D"
const right = "\x1b[C"
const up = "\x1b[A"
const down = "\x1b[B"
const wordLeft = "\x1bb"
const wordRight = "\x1bf"
const lineStart = "\x01"
const lineEnd = "\x05"
const newLine = "\n"
const erase = "\x7f"
const eraseNext = "\x1b[3~"
const eraseToStart = "\x15"
const eraseToEnd = "\x0b"
const eraseWord = "\x17"
const eraseNextWord = "\x1bd"

const motions: Readonly<Record<string, string>> = {
  h: left,
  l: right,
  " ": right,
  j: down,
  k: up,
  e: wordRight,
  b: wordLeft,
  "0": lineStart,
  "^": lineStart,
  $: lineEnd,
}

const changes: Readonly<Record<string, readonly string[]>> = {
  x: [eraseNext],
  X: [erase],
  D: [eraseToEnd],
  p: ["\x19"],
  P: ["\x19"],
  u: ["\x1f"],
}

const insertions: Readonly<Record<string, readonly string[]>> = {
  i: [],
  a: [right],
  I: [lineStart],
  A: [lineEnd],
  o: [lineEnd, newLine],
  O: [lineStart, newLine, up],
  s: [eraseNext],
  S: [lineStart, eraseToEnd],
  C: [eraseToEnd],
}

/** What `d` and `c` take away with a motion. */
const erasures: Readonly<Record<string, readonly string[]>> = {
  w: [eraseNextWord],
  e: [eraseNextWord],
  b: [eraseWord],
  $: [eraseToEnd],
  "0": [eraseToStart],
  "^": [eraseToStart],
  l: [eraseNext],
  h: [erase],
}

type ViEditor = Pick<Editor, "handleInput" | "getLines" | "getCursor">

export function createViKeys(editor: ViEditor): ViKeys {
  let mode: ViKeys["mode"] = "insert"
  let operator: "d" | "c" | null = null
  let count = ""
  const feed = (sequence: readonly string[], times = 1) => {
    for (let time = 0; time < times; time++) for (const keys of sequence) editor.handleInput(keys)
  }
  /** To the next word, and not only to the end of this one. */
  const throughSpace = (word: string, space: string, times: number) => {
    for (let time = 0; time < times; time++) {
      feed([word])
      for (let steps = 0; steps < mostTimes && isAtSpace(editor); steps++) feed([space])
    }
  }
  const eraseLine = (times: number) => {
    for (let time = 0; time < times; time++) {
      const before = editor.getLines().length
      feed([lineStart, eraseToEnd])
      // An empty line may have joined the next one already.
      if (operator === "d" && editor.getLines().length === before) feed([eraseNext])
    }
  }
  const operate = (name: string, times: number) => {
    if (name === operator) eraseLine(times)
    else if (name === "w" && operator === "d") throughSpace(eraseNextWord, eraseNext, times)
    else feed(erasures[name] ?? [], times)
    if (operator === "c") mode = "insert"
    operator = null
  }
  const command = (name: string) => {
    if (/[1-9]/.test(name) || (name === "0" && count !== "")) {
      count += name
      return
    }
    const times = Math.min(Number(count || "1"), mostTimes)
    count = ""
    if (operator) return operate(name, times)
    if (name === "d" || name === "c") {
      operator = name
      return
    }
    if (name === "w") return throughSpace(wordRight, right, times)
    const motion = motions[name]
    if (motion !== undefined) return feed([motion], times)
    const change = changes[name]
    if (change) return feed(change, times)
    const insertion = insertions[name]
    if (!insertion) return
    feed(insertion)
    mode = "insert"
  }
  return {
    get mode() {
      return mode
    },
    reset() {
      mode = "insert"
      operator = null
      count = ""
    },
    handle(data) {
      if (matchesKey(data, "escape")) {
        const isPending = operator !== null || count !== ""
        operator = null
        count = ""
        if (mode === "normal") return isPending
        mode = "normal"
        return true
      }
      if (mode === "insert") return false
      const typed = decodeKittyPrintable(data) ?? data
      if ([...typed].length !== 1 || /\p{Cc}/u.test(typed)) return false
      command(typed)
      return true
    },
  }
}

const mostTimes = 1_000

function isAtSpace(editor: ViEditor): boolean {
  const { line, col } = editor.getCursor()
  return /\s/.test(editor.getLines()[line]?.[col] ?? "")
}
