/** A name without case, marks and blanks: `read_file`, `readFile` and `Read.File` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
}
