import type { EditorTheme, MarkdownTheme, SelectListTheme } from "@earendil-works/pi-tui"
import type { Paint } from "../../text/paint.ts"

const same = (text: string) => text

/** Colours that light and dark backgrounds both show. */
export function markdownTheme(paint: Paint): MarkdownTheme {
  return {
    heading: paint.bold,
    link: paint.cyan,
    linkUrl: paint.dim,
    code: paint.cyan,
    codeBlock: same,
    codeBlockBorder: paint.dim,
    quote: paint.dim,
    quoteBorder: paint.dim,
    hr: paint.dim,
    listBullet: paint.cyan,
    bold: paint.bold,
    italic: same,
    strikethrough: same,
    underline: same,
  }
}

export function selectTheme(paint: Paint): SelectListTheme {
  return {
    selectedPrefix: paint.cyan,
    selectedText: paint.cyan,
    description: paint.dim,
    scrollInfo: paint.dim,
    noMatch: paint.dim,
  }
}

export function editorTheme(paint: Paint): EditorTheme {
  return { borderColor: paint.dim, selectList: selectTheme(paint) }
}
