import { programName, programNamed } from "../shell/programs.ts"
import { quote } from "../shell/quote.ts"

/**
 * The command line of a list of words, each of them one word for the shell, whatever is in it. Undefined where it may
 * be something else: a list of lines, or words of the shell among those of a program.
 */
export function commandLine(words: readonly string[]): string | undefined {
  const [program = "", option = "", script, ...more] = words
  // A single one is a line that was put into a list.
  if (words.length <= 1) return words[0]
  if (
    programNamed(programName(program))?.isShell &&
    /^-[li]*c$/.test(option) &&
    script !== undefined &&
    more.length === 0
  )
    return script
  if (program === "" || /\s/.test(program) || words.some((word) => operator.test(word))) return undefined
  return words.map(quote).join(" ")
}

const operator = /^(?:&&|\|\|?|;|&|\d?>>?(?:&\d)?|<<?<?|2>&1|&>)$/
