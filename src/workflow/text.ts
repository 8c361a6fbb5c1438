/**
 * The words of a text, in lower case. A hyphen, an underscore, a slash or a dot parts them, so that
 * `src/small-talk.ts` gives src, small, talk and ts; an apostrophe does not (don't); camelCase stays one word.
 */
export function wordsOf(text: string): string[] {
  return text.replaceAll("’", "'").toLowerCase().match(word) ?? []
}

/** Whether two texts say the same: case, back-ticks, asterisks, underscores and white space do not count. */
export function sameText(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

export const codeSpan = /`{3}[\s\S]*?(?:`{3}|$)|`[^`\n]+`/g
export const address = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`"'<>)]+/gi

const word = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu

function plain(text: string): string {
  return text.toLowerCase().replace(/[`*_]/g, "").replace(/\s+/g, " ").trim()
}
