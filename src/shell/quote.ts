/** A word that a POSIX shell reads back as exactly this text, whatever is in it. */
export function quote(word: string): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** With `=` only in an option: before a command it would be an assignment. */
const plain = /^(?:-[\w@%+=:,./-]*|[\w@%+:,./-]+)$/

/** A path as an argument: one that begins with a dash is no option. */
export function quotePath(path: string): string {
  return quote(path.startsWith("-") ? `./${path}` : path)
}

/** The command as it is run from the root of the workspace. */
export function inDirectory(directory: string, command: string): string {
  return directory === "" ? command : `cd ${quotePath(directory)} && ${command}`
}
