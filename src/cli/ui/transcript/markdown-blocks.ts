/**
 * The parts of a Markdown text that can be shown on their own, so that a text that is being written does not change
 * above its last part: they end at blank lines outside of code, where no continued list item follows.
 */
export function blocksOf(text: string): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | null = null
  let isBlank = false
  for (const line of text.split("\n")) {
    if (fence === null && line.trim() === "") {
      isBlank = block.length > 0
      if (block.length > 0) block.push("")
      continue
    }
    if (isBlank && !/^\s/.test(line)) {
      blocks.push(block.join("\n").trimEnd())
      block = []
    }
    isBlank = false
    fence = fenceAfter(fence, line)
    block.push(line)
  }
  const last = block.join("\n").trimEnd()
  return last === "" ? blocks : [...blocks, last]
}

function fenceAfter(open: string | null, line: string): string | null {
  const [, marks = ""] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? []
  if (marks === "") return open
  if (open === null) return marks
  return line.trim() === marks && marks.startsWith(open) ? null : open
}
