import type { EditorTheme, MarkdownTheme, SelectListTheme } from "@earendil-works/pi-tui"
import type { Paint } from "../../text/paint.ts"
import { colouredCode } from "../transcript/code-colours.ts"

const same = (text: string) => text

export function markdownTheme(paint: Paint): MarkdownTheme {
  return {
    heading: paint.bold,
    link: paint.cyan,
    linkUrl: paint.dim,
    code: paint.cyan,
    codeBlock: same,
    // The language above, nothing below: colours and indentation say what is code.
    codeBlockBorder: (fence) => paint.dim(fence.replace(/^`+/, "")),
    quote: paint.dim,
    quoteBorder: paint.dim,
    hr: paint.dim,
    listBullet: paint.cyan,
    bold: paint.bold,
    italic: paint.italic,
    strikethrough: same,
    underline: same,
    highlightCode: (code, language) => colouredCode(code, language, paint),
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
