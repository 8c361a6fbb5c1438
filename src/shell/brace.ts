import { marks } from "./mark.ts"

const mostWords = 64

/** The words that a brace expansion makes of one word; the marks of braces that expand to nothing become plain. */
export function expandBraces(word: string): readonly string[] {
  const words = expand(word)
  return words.length > mostWords ? [marks.unknown] : words.map(plainBraces)
}

function expand(word: string): readonly string[] {
  for (let at = word.indexOf(marks.open); at >= 0; at = word.indexOf(marks.open, at + 1)) {
    const group = groupAt(word, at)
    if (!group) continue
    const before = word.slice(0, at)
    const after = word.slice(group.end)
    // A sequence such as {1..9} may hold any character.
    if (group.parts.length === 1 && /\.\./.test(group.parts[0] ?? "")) return expand(before + marks.unknown + after)
    if (group.parts.length === 1) continue
    const words: string[] = []
    for (const part of group.parts) {
      words.push(...expand(before + part + after))
      if (words.length > mostWords) return words
    }
    return words
  }
  return [word]
}

function groupAt(word: string, start: number): { parts: readonly string[]; end: number } | undefined {
  const parts: string[] = []
  let depth = 0
  let from = start + 1
  for (let at = start; at < word.length; at++) {
    const char = word[at]
    if (char === marks.open) depth++
    if (char === marks.comma && depth === 1) {
      parts.push(word.slice(from, at))
      from = at + 1
    }
    if (char === marks.close && --depth === 0) return { parts: [...parts, word.slice(from, at)], end: at + 1 }
  }
  return undefined
}

function plainBraces(word: string): string {
  return word.replaceAll(marks.open, "{").replaceAll(marks.comma, ",").replaceAll(marks.close, "}")
}
