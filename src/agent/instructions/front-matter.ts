/** What a file says of itself above its text, between two lines of `---`: plain names and values, as skills have them. */
export type FrontMatter = { fields: ReadonlyMap<string, string>; body: string }

/** Reads it; null where there is none. Lists and nested values are passed over: nothing here needs them. Pure. */
export function readFrontMatter(text: string): FrontMatter | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  if (lines[0]?.trimEnd() !== "---") return null
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---")
  if (end === -1) return null
  return {
    fields: fieldsOf(lines.slice(1, end)),
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  }
}

function fieldsOf(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const [, name, value = ""] = /^([\w-]+):(?:\s+(.*))?$/.exec(line) ?? []
    if (name === undefined || fields.has(name)) continue
    const more = continued(lines.slice(index + 1))
    const folded = /^[>|][+-]?\d?$/.test(value.trim())
    fields.set(name, plain([...(folded ? [] : [value]), ...more].join(" ").trim()))
  }
  return fields
}

/** The lines that belong to the one above: set in further. */
function continued(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => line.trim() !== "" && !/^\s/.test(line))
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

function plain(value: string): string {
  const [, mark, quoted] = /^(["'])(.*)\1$/.exec(value) ?? []
  if (quoted === undefined) return value.replace(/(?<!\s)\s+#.*$/, "")
  return mark === "'" ? quoted.replaceAll("''", "'") : quoted.replace(/\\(["\\])/g, "$1")
}
