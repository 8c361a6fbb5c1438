/** The target of a navigation key from a row; null for other keys. */
export function movedTo(key: string, from: string, order: readonly string[]): string | null {
  const at = order.indexOf(from)
  switch (key) {
    case "ArrowDown":
    case "j":
      return order[Math.min(at + 1, order.length - 1)] ?? null
    case "ArrowUp":
    case "k":
      return order[Math.max(at - 1, 0)] ?? null
    case "PageDown":
      return order[Math.min(at + pageRows, order.length - 1)] ?? null
    case "PageUp":
      return order[Math.max(at - pageRows, 0)] ?? null
    case "Home":
      return order[0] ?? null
    case "End":
      return order.at(-1) ?? null
    default:
      return null
  }
}

const pageRows = 10
