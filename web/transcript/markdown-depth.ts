/** The deepest nesting to render; deeper Markdown would overflow the stack and is shown as text. */
const depthAtMost = 100

const nested = new RegExp(`^[ \\t]*(?:(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))[ \\t]*){${depthAtMost + 1}}`, "m")

/** Whether Markdown nests too deep to render. */
export function isTooDeep(text: string): boolean {
  return nested.test(text)
}
