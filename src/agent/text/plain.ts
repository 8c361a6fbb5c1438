import { stripVTControlCharacters } from "node:util"

/**
 * Text that is safe to print: what a model, a tool or a file put into a session must not move the cursor, change the
 * title of the window or turn the direction of writing. Line ends and tabs stay.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\r\n/g, "\n").replace(/\t/g, "    ").replace(unsafe, "")
}

/** The same, on one line. */
export function oneLine(text: string): string {
  return plain(text.slice(0, longestLine)).replace(/\s+/g, " ").trim()
}

/** A number of things, in words: `1 event`, `12,345 events`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`
}

/** Bytes as people say them. */
export function bytes(count: number): string {
  if (!Number.isFinite(count)) return "unknown"
  const units = ["B", "KiB", "MiB", "GiB", "TiB"]
  const step = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log2(count) / 10))
  const value = count / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}

/** What controls a terminal or turns the direction of writing; line feeds do not count. */
export const unsafe = /[[\p{Cc}--\n]\u202a-\u202e\u2066-\u2069]/gv

const longestLine = 20_000
