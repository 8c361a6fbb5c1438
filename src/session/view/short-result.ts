/** Which results are long, and what is left of one: its beginning and its end. In UTF-16 units. */
const shape = { long: 2_000, head: 600, tail: 400 } as const

/** Whether a result of a tool has a short form. */
export function isLongResult(text: string): boolean {
  return text.length > shape.long
}

/** An old result, shortened to make room. `whole` is the blob that holds all of it, where there is one. */
export function shortResult(text: string, whole?: string): string {
  if (!isLongResult(text)) return text
  const head = text.slice(0, shape.head).toWellFormed()
  const tail = text.slice(-shape.tail).toWellFormed()
  const left = (text.length - shape.head - shape.tail).toLocaleString("en-US")
  const how = whole
    ? `Read them with read {"path": "output:${whole}"}`
    : "Call the tool again, for a part where it can, if you need them"
  return `${head}\n[... ${left} characters are left out to make room. ${how} ...]\n${tail}`
}
