/**
 * The words of a text, in lower case. A hyphen, an underscore, a slash or a dot parts them, so that
 * `src/small-talk.ts` gives src, small, talk and ts; an apostrophe does not (don't); camelCase stays one word.
 */
export function wordsOf(text: string): string[] {
  return text.replaceAll("’", "'").toLowerCase().match(word) ?? []
}

/** Whether one of the words is there, as a word: `test` is not in "latest". */
export function hasWord(text: string, words: ReadonlySet<string> | readonly string[]): boolean {
  const wanted = new Set(words)
  return wordsOf(text).some((candidate) => wanted.has(candidate))
}

/** Whether one of the phrases is there, as whole words in sequence. */
export function hasPhrase(text: string, phrases: readonly string[]): boolean {
  const sequence = spaced(text)
  return phrases.some((phrase) => wordsOf(phrase).length > 0 && sequence.includes(spaced(phrase)))
}

/** Whether two texts say the same: case, back-ticks, asterisks, underscores and white space do not count. */
export function sameText(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

export const codeSpan = /`{3}[\s\S]*?(?:`{3}|$)|`[^`\n]+`/g
export const address = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`"'<>)]+/gi

const word = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu

function spaced(text: string): string {
  return ` ${wordsOf(text).join(" ")} `
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[`*_]/g, "").replace(/\s+/g, " ").trim()
}
