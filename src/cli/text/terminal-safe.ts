import { unsafe } from "../../base/plain-words.ts"
import { paintCodes } from "./paint.ts"

/**
 * The last guard before a terminal: removes control characters from finished lines, except our own colours. Not
 * `plain`, which would swallow the text between an escape in one line and its end in another.
 */
export function harmless(lines: string, colours: "on" | "off"): string {
  if (colours === "off") return lines.replace(unsafe, "")
  return lines.replace(paintOrUnsafe, (match) => (match.length > 1 ? match : ""))
}

/** The same for JSON: escapes control characters, so that the parsed value is unchanged. */
export function harmlessJson(text: string): string {
  return text.replace(unsafe, (match) => `\\u${match.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

const paintOrUnsafe = new RegExp(`${paintCodes()}|${unsafe.source}`, "gv")
