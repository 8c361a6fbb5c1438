const blank = String.raw`(?:[ \t]|\\\n)+`
const word = String.raw`(?:!|time|-p|--|coproc(?:${blank}(?!(?:time|coproc)\b)\w+)?)`
const opening = String.raw`\(|(?:\{|\[\[|if|for|while|until|case|select)(?=[\s\\])`

// Bounded, so that a long row of them takes no time.
const prefixes = new RegExp(String.raw`(?<![^\s;&|(){}\x60])(?:${word}${blank}){1,16}(?=${opening})`, "g")

// A command that begins with `{a,b}`, and a line that begins with a backslash.
const braces =
  /(^|[;&|()\n`]|(?<!\S)(?:if|then|elif|else|while|until|do|time|!|\{)[ \t])([ \t]*)\{(?=[^\s{},]*,[^\s{}]*\})/g
const backslash = /(\n[ \t]*)\\(?=[\w./])/g

/**
 * The text as the parser understands it better; undefined where it is the same. Behind `!`, `time` and `coproc` the
 * parser takes the word that opens a group, a loop or a condition for a program, and so loses what is set and where it
 * goes within; a brace expansion at the beginning it takes for a group; and a line that begins with a backslash it gives
 * to the command before.
 */
export function secondReading(command: string): string | undefined {
  const text = command.replace(backslash, "$1").replace(braces, '$1$2""{').replace(prefixes, " ")
  return text === command ? undefined : text
}
