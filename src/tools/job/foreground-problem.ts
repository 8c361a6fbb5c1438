import { needsTerminal, neverEnds } from "../../shell/endless.ts"
import { simpleCommands } from "../../shell/simple-command.ts"
import { asksForHelp } from "../../shell/version.ts"

/** Why a command is better not waited for, in words for the model; null if it may well end by itself. */
export function foregroundProblem(line: string): string | null {
  for (const { words, before, background } of simpleCommands(line)) {
    const [path = "", ...args] = words
    const program = path.slice(path.lastIndexOf("/") + 1)
    if (background || before.includes("timeout") || asksForHelp(args)) continue
    if (needsTerminal(words)) {
      return `${program} needs a terminal, and commands have none. Use the file tools to read and change files, and programs that print and end.`
    }
    if (neverEnds(words)) {
      const shown = [program, ...args].join(" ").slice(0, 60)
      return `"${shown}" does not end by itself. Call bash again with background: true, then look at it with the jobs tool; or use a form that ends.`
    }
  }
  return null
}
