/**
 * The command line of a list of words, each of them one word for the shell, whatever is in it. Undefined where it may
 * be something else: a list of lines, or words of the shell among those of a program.
 */
export function commandLine(words: readonly string[]): string | undefined {
  const [program = "", option = "", script, ...more] = words
  // A single one is a line that somebody put into a list.
  if (words.length <= 1) return words[0]
  if (shell.test(program) && /^-[li]*c$/.test(option) && script !== undefined && more.length === 0) return script
  if (program === "" || /\s/.test(program) || words.some((word) => operator.test(word))) return undefined
  return words.map(quoted).join(" ")
}

const shell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/
const operator = /^(?:&&|\|\|?|;|&|\d?>>?(?:&\d)?|<<?<?|2>&1|&>)$/

/** With `=` only in an option: before a command it would be an assignment. */
const plainWord = /^(?:-[\w@%+=:,./-]*|[\w@%+:,./-]+)$/

const quoted = (word: string) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
