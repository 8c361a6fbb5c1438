/** So many quotes and lists in one another are drawn; a text that nests deeper is shown as it is: no stack reaches there. */
const depthAtMost = 100

const nested = new RegExp(`^[ \\t]*(?:(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))[ \\t]*){${depthAtMost + 1}}`, "m")

/** Whether markdown opens more in one line than can be drawn. */
export function isTooDeep(text: string): boolean {
  return nested.test(text)
}
