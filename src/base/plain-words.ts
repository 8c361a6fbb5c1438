import { stripVTControlCharacters } from "node:util"

/**
 * Makes text safe to print: strips what could move the cursor, set the window title or change the writing direction.
 * Line ends and tabs stay.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\r\n/g, "\n").replace(/\t/g, "    ").replace(unsafe, "")
}

/** Safe to print, on one line. */
export function oneLine(text: string): string {
  return plain(text.slice(0, longestLine)).replace(/\s+/g, " ").trim()
}

/** Control and bidirectional characters, except line feeds. */
export const unsafe = /[[\p{Cc}--\n]\u202a-\u202e\u2066-\u2069]/gv

const longestLine = 20_000
