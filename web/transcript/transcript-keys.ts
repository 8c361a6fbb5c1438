type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: unknown }

/**
 * The target of a key in the transcript: a row or an end of the log; null for other keys. The first step from the log
 * goes to a visible row.
 */
export function keyMove(
  press: Press,
  { from, first, last, count }: { from: number | null; first: number; last: number; count: number },
): number | "first" | "latest" | null {
  if (press.ctrlKey || press.metaKey || press.altKey || isWriting(press.target)) return null
  switch (press.key) {
    case "j":
      return Math.min(count - 1, from === null ? first : from + 1)
    case "k":
      return Math.max(0, from === null ? last : from - 1)
    case "Home":
      return "first"
    case "End":
      return "latest"
    default:
      return null
  }
}

const isWriting = (target: unknown) =>
  typeof target === "object" &&
  target !== null &&
  "tagName" in target &&
  (/^(INPUT|TEXTAREA|SELECT)$/.test(String(target.tagName)) ||
    ("isContentEditable" in target && target.isContentEditable === true))
