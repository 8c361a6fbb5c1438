import { unsafe } from "../../agent/text/plain.ts"
import { paintCodes } from "./paint.ts"

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

const paintOrUnsafe = new RegExp(`${paintCodes()}|${unsafe.source}`, "gv")
