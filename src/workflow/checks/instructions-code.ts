/** Code in a page of instructions, with its line and the headings above it. */
export type Mention = { code: string; line: string; heading: string }

const fence = /^\s*(`{3,}|~{3,})\s*([\w-]*)/
const shells = new Set(["", "sh", "bash", "shell", "console", "zsh", "shellsession", "text"])
const heading = /^\s{0,3}(#{1,6})\s+(.*)$/
const span = /(`{1,8})([^`\n]+?)\1(?!`)/g
const refused = /\b(?:not|never|don't|dont|avoid|without|instead of|rather than|no longer|deprecated|cannot|can't)\b/i
const longest = 400

/** The commands in code spans and fences, without those that the text advises against. */
export function codeIn(text: string): Mention[] {
  const found: Mention[] = []
  const headings: string[] = []
  let line = ""
  let open: { mark: string; isShell: boolean; lines: string[] } | null = null
  for (const each of text.split(/\r?\n/)) {
    const mark = fence.exec(each)
    if (open) {
      if (mark?.[1]?.startsWith(open.mark) && mark[2] === "") {
        if (open.isShell && !refused.test(line)) found.push(...commandsOf(open.lines, line, headings.join(" ")))
        open = null
      } else open.lines.push(each)
      continue
    }
    if (mark) {
      open = { mark: mark[1] ?? "", isShell: shells.has(mark[2]?.toLowerCase() ?? ""), lines: [] }
      continue
    }
    const title = heading.exec(each)
    if (title) {
      headings.splice((title[1]?.length ?? 1) - 1, Number.POSITIVE_INFINITY)
      headings[(title[1]?.length ?? 1) - 1] = title[2] ?? ""
      line = ""
      continue
    }
    if (each.trim() !== "") line = each
    found.push(...spansOf(each, headings.at(-1) ?? ""))
  }
  return found
}

function commandsOf(lines: readonly string[], line: string, under: string): Mention[] {
  return lines
    .join("\n")
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((each) => {
      const [, code = "", comment = ""] = /^\s*(?:[$%>]\s+)?(.*?)(?:(?<!\s)\s+#\s*(.*))?$/.exec(each) ?? []
      return { code: code.trim(), line: comment || line, heading: under }
    })
    .filter(
      ({ code, line: about }) => code !== "" && !code.startsWith("#") && code.length <= longest && !refused.test(about),
    )
}

function spansOf(line: string, under: string): Mention[] {
  let before = 0
  let isRefused = false
  return [...line.matchAll(span)].flatMap((match) => {
    const between = line.slice(before, match.index)
    before = (match.index ?? 0) + match[0].length
    const clause = between.split(/[.;!?:,]\s|\bbut\b/).at(-1) ?? ""
    // "not `a`, `b` or `c`" refuses all three.
    if (/[a-z]/i.test(between.replace(/\b(?:and|or|nor)\b/gi, ""))) isRefused = refused.test(clause)
    const code = (match[2] ?? "").trim().replace(/^\$\s+/, "")
    const prose = line.replace(span, " ")
    return isRefused || code === "" || code.length > longest ? [] : [{ code, line: prose, heading: under }]
  })
}
