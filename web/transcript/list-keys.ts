type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; target: unknown }

/**
 * What a key in the transcript asks for: the row to go to, or an end of the log; null: nothing of ours. From the log
 * itself the first step goes to what is in sight.
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
