/** The words of a file, between tags that name it: it cannot be taken for something else, whatever it says. */
export function fileWords(path: string, text: string): string {
  return `<file path=${JSON.stringify(path)}>\n${text.replace(/<(\/?)(file\b)/gi, "<$1 $2")}\n</file>`
}
