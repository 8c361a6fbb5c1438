/** A line of markdown; a fenced one is code, or the fence itself, and means nothing else. */
export type Line = { text: string; fenced: boolean }

/** The lines of a text, without trailing white space. A fence that nothing closes is written as plain text. */
export function linesOf(markdown: string): Line[] {
  const texts = unwrapped(textLines(markdown))
  const closing = closingRuns(texts)
  const lines: Line[] = []
  let open: Fence | null = null
  for (const [index, text] of texts.entries()) {
    const fence = fenceOf(text)
    if (open) {
      lines.push({ text, fenced: true })
      if (fence && closes(fence, open)) open = null
    } else if (fence) {
      const closed = (closing[fence.mark][index + 1] ?? 0) >= fence.length
      lines.push({ text: closed ? text : `\\${text}`, fenced: closed })
      if (closed) open = fence
    } else lines.push({ text, fenced: false })
  }
  return lines
}

/** A text in its normal form: `\n` between lines, nothing behind them, no blank ends. */
export function tidy(text: string): string {
  return textLines(text).join("\n").trim()
}

type Fence = { mark: "`" | "~"; length: number; info: string }

/** A fence that begins its line. What is indented belongs to the item around it. */
function fenceOf(text: string): Fence | null {
  const found = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s.exec(text)
  if (!found) return null
  const [, ticks, ticksInfo, tildes, tildesInfo] = found
  return {
    mark: ticks ? "`" : "~",
    length: (ticks ?? tildes ?? "").length,
    info: (ticksInfo ?? tildesInfo ?? "").trim(),
  }
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.mark === open.mark && fence.length >= open.length && fence.info === ""
}

/** For each line, the longest closing fence from there on: so that looking for one stays linear. */
function closingRuns(texts: readonly string[]): Record<Fence["mark"], number[]> {
  const runs = { "`": new Array<number>(texts.length + 1).fill(0), "~": new Array<number>(texts.length + 1).fill(0) }
  for (let index = texts.length - 1; index >= 0; index--) {
    for (const mark of ["`", "~"] as const) runs[mark][index] = runs[mark][index + 1] ?? 0
    const fence = fenceOf(texts[index] ?? "")
    if (fence?.info === "") runs[fence.mark][index] = Math.max(runs[fence.mark][index] ?? 0, fence.length)
  }
  return runs
}

function textLines(text: string): string[] {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
}

/** Models like to wrap a whole document in one fence. */
function unwrapped(texts: string[]): string[] {
  const first = texts.findIndex((text) => text !== "")
  const fence = first < 0 ? null : fenceOf(texts[first] ?? "")
  if (!fence) return texts
  const next = texts.slice(first + 1).find((text) => text !== "") ?? ""
  if (!/^(markdown|md)$/i.test(fence.info) && !(fence.info === "" && /^#{1,6} /.test(next))) return texts
  const last = texts.findLastIndex((text) => text !== "")
  const end = fenceOf(texts[last] ?? "")
  return texts.slice(first + 1, last > first && end && closes(end, fence) ? last : undefined)
}
