import { Markdown } from "@earendil-works/pi-tui"
import { plain } from "../../../base/plain-words.ts"
import type { Paint } from "../../text/paint.ts"
import { markdownTheme } from "../screen/theme.ts"

/** Prose is wrapped at a readable width. */
export const readable = 100

/** The lines of a Markdown text, without blank ones around it. */
export function proseLines(text: string, { paint, width }: { paint: Paint; width: number }): string[] {
  const options = { preserveOrderedListMarkers: true, renderLatex: false }
  const markdown = new Markdown(plain(text), 0, 0, markdownTheme(paint), undefined, options)
  const lines = markdown.render(Math.min(width, readable)).map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== "")
  const last = lines.findLastIndex((line) => line !== "")
  return first === -1 ? [] : lines.slice(first, last + 1)
}
