import { linesOf } from "./file-text.ts"

const around = 2

/** Why a text is not in a file, with the lines that come nearest to it. */
export function explainMiss(text: string, old: string, shown: string): string {
  const lines = linesOf(text)
  const wanted = linesOf(old)
  const start = `\`old\` is not in ${shown}.`
  if (wanted.every((line) => /^\s*\d+\t/.test(line))) {
    return `${start} It begins with the line numbers of read: leave out the number and the tab.`
  }
  if (old.includes("\\n") && text.includes(old.replaceAll("\\n", "\n").replaceAll("\\t", "\t"))) {
    return `${start} It has \\n or \\t as two characters where the file has line ends or tabs: write them as such.`
  }
  const same = findBlock(lines, wanted, (line) => line.trim().replace(/\s+/g, " "))
  if (same !== undefined) {
    const reason = whitespaceReason(lines.slice(same, same + wanted.length), wanted)
    return `${start} The text at line ${same + 1} differs only in ${reason}:\n${excerpt(lines, same, wanted.length)}\nCopy it exactly.`
  }
  const plain = findBlock(lines, wanted, withPlainMarks)
  if (plain !== undefined) {
    return `${start} The text at line ${plain + 1} has other quotation marks, dashes or spaces:\n${excerpt(lines, plain, wanted.length)}\nCopy it exactly.`
  }
  const near = nearest(lines, wanted)
  if (near === undefined) return `${start} Nothing in it is alike: read it again.`
  return `${start} The nearest is at line ${near + 1}:\n${excerpt(lines, near, wanted.length)}\nCopy the text from the file, without the line numbers.`
}

/** Where the lines of a block follow each other, compared in some form. */
function findBlock(lines: readonly string[], block: readonly string[], form: (line: string) => string) {
  const [from, wanted] = [lines.map(form), block.map(form)]
  const index = from.findIndex((_, start) => wanted.every((line, offset) => from[start + offset] === line))
  return index === -1 || wanted.join("") === "" ? undefined : index
}

function whitespaceReason(found: readonly string[], wanted: readonly string[]): string {
  const pairs = found.map((line, index) => [line, wanted[index] ?? ""] as const)
  const indent = (line: string) => /^\s*/.exec(line)?.[0] ?? ""
  if (pairs.every(([line, other]) => line.trimEnd() === other.trimEnd())) return "whitespace at the end of lines"
  if (pairs.every(([line, other]) => line.trimStart() === other.trimStart())) {
    const tabs =
      pairs.some(([line]) => indent(line).includes("\t")) !== pairs.some(([, other]) => indent(other).includes("\t"))
    return tabs ? "indentation (tabs or spaces)" : "indentation"
  }
  return "whitespace"
}

function withPlainMarks(line: string): string {
  return line
    .normalize("NFKC")
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐-―]/g, "-")
    .trim()
}

/** The start of the block that shares most with the wanted one: its most telling line decides. */
function nearest(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce(
    (best, line, index) => (line.trim().length > (wanted[best]?.trim().length ?? 0) ? index : best),
    0,
  )
  const pairs = pairsOf(wanted[longest] ?? "")
  let best = { score: 0.3, index: -1 }
  lines.forEach((line, index) => {
    const score = likeness(pairs, pairsOf(line))
    if (score > best.score) best = { score, index }
  })
  return best.index === -1 ? undefined : Math.max(0, best.index - longest)
}

function pairsOf(line: string): Set<string> {
  const text = line.trim().toLowerCase().slice(0, 200)
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)))
}

function likeness(one: Set<string>, other: Set<string>): number {
  if (one.size + other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}

function excerpt(lines: readonly string[], start: number, length: number): string {
  const from = Math.max(0, start - around)
  const to = Math.min(lines.length, start + Math.min(length, 20) + around)
  return lines
    .slice(from, to)
    .map((line, index) => `${from + index + 1}\t${line.slice(0, 300)}`)
    .join("\n")
}
