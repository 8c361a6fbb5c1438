/** One command of a line: its words without quotes, assignments and redirections; `detached` if it ends in `&`. */
export type SimpleCommand = { words: readonly string[]; detached: boolean }

/**
 * The commands of a shell line as far as words go: enough to give advice, never to decide what is permitted. A line that
 * it cannot read gives none.
 */
export function simpleCommands(line: string): SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let words: string[] = []
  let skipWord = false
  const heredocs: string[] = []
  const finish = (detached: boolean) => {
    const own = withoutPreamble(words)
    if (own.length > 0) commands.push({ words: own, detached })
    words = []
  }
  let at = 0
  while (at < line.length) {
    token.lastIndex = at
    const found = token.exec(line)?.groups
    if (!found) return []
    at = token.lastIndex
    if (found.heredoc !== undefined) heredocs.push(found.delimiter ?? "")
    else if (found.redirection !== undefined) skipWord = true
    else if (found.operator !== undefined) {
      finish(found.operator === "&")
      if (found.operator === "\n") at = afterHeredocs(line, at, heredocs.splice(0))
    } else if (found.word !== undefined) {
      if (!skipWord) words.push(unquoted(found.word))
      skipWord = false
    }
  }
  finish(false)
  return commands
}

const token = new RegExp(
  [
    "(?<blank>[ \\t]+|\\\\\\n|(?<![^\\s;&|()])#[^\\n]*)",
    "(?<heredoc><<-?[ \\t]*(['\"]?)(?<delimiter>[\\w.-]+)\\3)",
    "(?<redirection>\\d*(?:&>>?|>>|>\\||>&|>|<<<|<>|<&|<))",
    "(?<operator>&&|\\|\\||\\|&|;;|[;&|\\n()])",
    "(?<word>(?:\\\\.|'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"|\\$\\((?:[^()]|\\([^()]*\\))*\\)|`[^`]*`|[^\\s;&|<>()'\"\\\\`])+)",
  ].join("|"),
  "ys",
)

function afterHeredocs(line: string, from: number, delimiters: readonly string[]): number {
  let at = from
  for (const delimiter of delimiters) {
    while (at < line.length) {
      const end = line.indexOf("\n", at)
      const text = line.slice(at, end === -1 ? line.length : end)
      at = end === -1 ? line.length : end + 1
      if (text.trim() === delimiter) break
    }
  }
  return at
}

const preamble = /^(?:\w+=.*|if|then|elif|else|while|until|do|time|!|\{|sudo|env|nohup|command|exec|builtin)$/s

function withoutPreamble(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !preamble.test(word))
  return first === -1 ? [] : words.slice(first)
}

function unquoted(word: string): string {
  return word.replace(/\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/gs, (_, escaped, single, double) =>
    String(escaped ?? single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? ""),
  )
}
