/** Words that begin or end something: as a program they show that the parser lost its way. */
export const reserved: ReadonlySet<string> = new Set(
  "if then elif else fi for select while until do done case esac in function { } ! [[ ]]".split(" "),
)

const transparent: ReadonlySet<string> = new Set(["time", "command", "builtin", "eval", "-p", "--", ...reserved])

/** Whether the shell itself may do what follows the word: go elsewhere, or set variables. */
export function isLead(word: string): boolean {
  return transparent.has(word)
}
