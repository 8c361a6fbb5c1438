/**
 * What is said of a text in which `\n` is two characters and which is one line: many models escape their line
 * breaks once too often. It is written as it was given, because it may be meant. Undefined where there is nothing to say.
 */
export function literalBreaksInFile(text: string): string | undefined {
  const isOneLine = !/[\r\n]/.test(text.replace(/\r?\n$/, ""))
  return isOneLine ? sentence("The content is", count(text)) : undefined
}

/** The same of the lines that a change adds to a file. In a string or a pattern of code `\n` is what it should be. */
export function literalBreaksInAdded(lines: readonly string[]): string | undefined {
  const [only, ...more] = lines
  if (only === undefined || more.length > 0 || count(only.replace(strings, "")) === 0) return undefined
  return sentence("The new text is", count(only))
}

const strings = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|(?<=[(=,:]\s*)\/(?:\\.|[^/\\])+\//g

function count(text: string): number {
  return text.match(/\\n/g)?.length ?? 0
}

function sentence(subject: string, breaks: number): string | undefined {
  if (breaks === 0) return undefined
  return `${subject} one line with ${breaks} literal \\n: if line breaks were meant, write it again with real ones.`
}
