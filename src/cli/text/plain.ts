import { stripVTControlCharacters } from "node:util"
import { paintCodes } from "./paint.ts"

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

/**
 * The last guard before a terminal, for lines that are put together and painted: nothing that controls it passes but
 * our own colours. Not `plain`, which takes an escape for begun in one line and ended in another, with all between.
 */
export function harmless(lines: string, colours: "on" | "off"): string {
  if (colours === "off") return lines.replace(unsafe, "")
  return lines.replace(paintOrUnsafe, (found) => (found.length > 1 ? found : ""))
}

/**
 * The same for JSON, with nothing left out: what JSON itself lets through is escaped, so that whoever parses it reads
 * what there is.
 */
export function harmlessJson(text: string): string {
  return text.replace(unsafe, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`)
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

const longestLine = 20_000
const unsafe = /[[\p{Cc}--\n]\u202a-\u202e\u2066-\u2069]/gv
const paintOrUnsafe = new RegExp(`${paintCodes()}|${unsafe.source}`, "gv")
