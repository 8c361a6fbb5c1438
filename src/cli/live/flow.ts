import { widthOf } from "../text/width.ts"

/** Wraps streamed text: returns what can be printed now and keeps an unfinished word. */
export type Flow = {
  add(text: string): string
  /** The unfinished word, and whether a line break must come first. */
  end(): { rest: string; midLine: boolean }
  /** Starts a new line; true if the current one needs a line break. */
  breakLine(): boolean
  readonly column: number
}

/** The width is read at each word, because the window may be resized. */
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
