/**
 * An output without colours and without the directory that it was made in: a check that runs in a copy of the workspace
 * then says the same as in the workspace itself.
 */
export function plainText(output: string, directory: string): string {
  return output.replace(colours, "").replaceAll(`${directory.replace(/\/$/, "")}/`, "")
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with the escape character.
const colours = /\u001b\[[\d;]*m/g
