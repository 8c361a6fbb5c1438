import { type Line, tidy } from "./lines.ts"

const bullet = /^([ \t]*)([-*+•]|\d{1,3}[.)])(?:([ \t]+)(.*))?$/s
const rule = /^(?:-{3,}|\*{3,}|_{3,})$/
const checkbox = /^\[[ xX]\](?:\s+|$)/
const writtenCheckbox = /^\\*\[[ xX]\](?:\s|$)/

/**
 * The items of a section: bullets, numbers, and paragraphs. What is indented under an item, or follows it without a
 * blank line, belongs to it.
 */
export function itemsOf(lines: readonly Line[]): string[] {
  const items: string[][] = []
  let open: { lines: string[]; base: number; width: number } | null = null
  let blanks = 0
  const begin = (text: string, base: number, width: number) => {
    open = { lines: [text], base, width }
    items.push(open.lines)
  }
  for (const { text, fenced } of lines) {
    const item = open as { lines: string[]; base: number; width: number } | null
    if (!fenced && text === "") {
      blanks++
      continue
    }
    const skipped = blanks === 0 ? [] : ["\n".repeat(blanks - 1)]
    blanks = 0
    const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0
    const found = fenced ? null : bullet.exec(text)
    if (fenced) {
      if (item) item.lines.push(...skipped, text)
      else begin(text, 0, 2)
    } else if (rule.test(text)) open = null
    else if (/^#{1,6}[ \t]/.test(text)) begin(text.replace(/^#+[ \t]+/, ""), 0, 2)
    else if (found && (!item || indent <= item.base + 1)) {
      const [, , marker = "", space = " ", rest = ""] = found
      begin(withoutCheckbox(rest), indent, indent + marker.length + space.length)
    } else if (item && (indent > 0 || skipped.length === 0)) item.lines.push(...skipped, dedented(text, item.width))
    else begin(text, 0, 2)
  }
  return items.map((item) => tidy(item.join("\n"))).filter((item) => item !== "")
}

/** A list as `itemsOf` reads it: one marker an item, its other lines indented. */
export function formatItems(items: readonly string[]): string {
  return items
    .map((item) => {
      const [first = "", ...rest] = item.split("\n")
      const start = writtenCheckbox.test(first) ? `\\${first}` : first
      return [`- ${start}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n")
    })
    .join("\n")
}

/** A list that may be empty, and says so. */
export function listOf(items: readonly string[]): string {
  return items.length > 0 ? formatItems(items) : "- None yet"
}

/** What an empty list says. */
export function isNothing(item: string): boolean {
  return /^(?:none|none yet|n\/a|nothing)\.?$/i.test(item.trim())
}

/** Words of a person or a model, whatever they contain. */
export function quoted(text: string): string {
  return text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => (line === "" ? ">" : `> ${line}`))
        .join("\n")
}

/** The words of a section that is a text: quoted by us, or written plainly by a person. */
export function textOf(lines: readonly Line[]): string {
  const texts = lines.map((line) => line.text)
  const quotes = texts.every((text) => text === "" || text.startsWith(">"))
  return tidy((quotes ? texts.map((text) => text.replace(/^> ?/, "")) : texts).join("\n"))
}

/** `- [ ] do it` is the item "do it"; a backslash keeps the box. */
function withoutCheckbox(text: string): string {
  let rest = text
  while (checkbox.test(rest)) rest = rest.replace(checkbox, "")
  return /^\\+\[[ xX]\](?:\s|$)/.test(rest) ? rest.slice(1) : rest
}

function dedented(text: string, width: number): string {
  let cut = 0
  while (cut < width && text[cut] === " ") cut++
  return cut < width && text[cut] === "\t" ? text.slice(cut + 1) : text.slice(cut)
}
