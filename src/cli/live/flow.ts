import { widthOf } from "../text/width.ts"

/** Breaks streamed text between words: gives what can be printed now, and keeps the word that is still being written. */
export type Flow = {
  add(text: string): string
  /** What was kept back, and whether the line has to be ended. */
  end(): { rest: string; midLine: boolean }
  /** Begins a new line between two words; true if the line before it has to be ended. */
  breakLine(): boolean
  /** How many columns of the current line are written. */
  readonly column: number
}

/** The columns are asked for at each word: a window may be resized while text streams. */
export function textFlow(columns: () => number): Flow {
  let column = 0
  let spaces = ""
  let word = ""
  const flush = () => {
    const width = widthOf(word)
    const breaks = column > 0 && column + spaces.length + width > columns()
    const written = word === "" ? "" : breaks ? `\n${word}` : spaces + word
    if (word !== "") {
      column = breaks ? width : column + spaces.length + width
      spaces = ""
    }
    word = ""
    return written
  }
  return {
    get column() {
      return column
    },
    add(text) {
      let written = ""
      for (const character of text) {
        if (character === "\n") {
          written += `${flush()}\n`
          column = 0
          spaces = ""
        } else if (character === " ") {
          written += flush()
          spaces += " "
        } else word += character
      }
      return written
    },
    breakLine() {
      const midLine = column > 0
      column = 0
      spaces = ""
      return midLine
    },
    end() {
      const rest = flush()
      const midLine = column > 0
      column = 0
      spaces = ""
      return { rest, midLine }
    },
  }
}
