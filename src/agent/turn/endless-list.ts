/** When a list has no end: so many items of so few kinds, or more numbers than anybody reads. */
const endless = { items: 60, kinds: 12, numbers: 1000 } as const

const numbered = /^\s*(\d+)[.)]\s+(.*)$/
const marked = /^\s*[-*•]\s+(.*)$/

/** Whether a text ends in a list that repeats its items, or is absurdly long. Cheap: it reads back only as far as the list goes. */
export function endsInList(text: string): boolean {
  const items: string[] = []
  let count = 0
  for (const line of linesFromEnd(text)) {
    if (line.trim() === "") continue
    const item = itemIn(line)
    if (item === undefined) break
    count++
    if (items.length < endless.items) items.push(item.body)
    if (count === endless.items && new Set(items).size <= endless.kinds) return true
    if (count >= endless.numbers && item.isNumbered) return true
  }
  return false
}

/** What an item says: a number that only counts on says nothing. */
function itemIn(line: string): { body: string; isNumbered: boolean } | undefined {
  const number = numbered.exec(line)
  if (number) {
    const [, own = "", body = ""] = number
    return { body: body.replaceAll(own, "#").toLowerCase(), isNumbered: true }
  }
  const bullet = marked.exec(line)
  return bullet ? { body: (bullet[1] ?? "").toLowerCase(), isNumbered: false } : undefined
}

/** Whole lines only: the last one may still be written. */
function* linesFromEnd(text: string): Generator<string> {
  let end = text.lastIndexOf("\n")
  while (end > 0) {
    const start = text.lastIndexOf("\n", end - 1)
    yield text.slice(start + 1, end)
    end = start
  }
}
