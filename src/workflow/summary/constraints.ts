import { pastedLines } from "./pasted-lines.ts"

/** Words by which a sentence demands, forbids or takes back something. A weak one does so only where nothing is asked. */
const demands = {
  withdrawal: words(
    "forget|never ?mind|ignore (?:that|this|it|those|what|my)|disregard|scratch (?:that|this|it)|no longer|any ?more",
    "after all|instead|(?:take|took) (?:that|this|it|them) back|on second thoughts?|changed my mind",
    "(?:is|are) (?:now )?(?:fine|ok(?:ay)?|allowed)|(?:may|can) now|you may|does(?: not|n['’]?t) matter",
    "vergiss|doch wieder|oublie[zs]?|olvida",
  ),
  strong: words(
    "must|never|always|shall|should|has to|have to|needs? to|do(?:es)? not|cannot|may not|not allowed|forbidden|without",
    // With the apostrophe or without it, as people type.
    "(?:do|does|did|ca|could|wo|would|should|must|need|is|are|was|were|has|have|had|may|might|sha)n['’]?t",
    "at most|at least|no more than|no less than|max(?:imum)?|min(?:imum)?|limit(?:ed|s)?|exactly|up to",
    "make sure|ensure|avoid|required?|under no circumstances|off[ -]limits|hands off|stick to|refrain|skip",
    "ask me (?:before|first)|nothing else|none of|neither",
    "nie(?:mals)?|nicht|kein(?:e[mnrs]?)?|nur|immer|ohne|muss|müssen|darf|dürfen|soll(?:en)?",
    "jamais|pas|toujours|seulement|uniquement|sans|nunca|jamás|siempre|s[oó]lo|sin|debes?|solamente",
  ),
  weak: words("only|keep|use|no|leave|prefer|instead of|stay|stop|nothing but|except|not|want|need|target"),
} as const

/** A sentence may be so long; around a demand in a longer one so much is kept on each side. */
const most = { sentence: 1_000, around: 160 } as const

/** What a person demands in a text, sentence by sentence and word for word. Code and what others said demand nothing. */
export function constraintsIn(text: string, longest: number = most.sentence): string[] {
  return sentencesOf(text)
    .filter(isDemand)
    .map((sentence) => clipAround(sentence, longest))
}

export function isDemand(sentence: string): boolean {
  return weightOf(sentence) > 0
}

/** How much a sentence demands: what takes something back most, or else what was taken back would come back. */
export function weightOf(sentence: string): 0 | 1 | 2 | 3 {
  if (demands.withdrawal.test(sentence)) return 3
  if (demands.strong.test(sentence)) return 2
  return !sentence.endsWith("?") && demands.weak.test(sentence) ? 1 : 0
}

function words(...parts: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${parts.join("|")})(?![\\p{L}\\p{N}_])`, "iu")
}

/** People who use no full stops demand at the end as well as at the beginning: what is kept is around their words. */
function clipAround(sentence: string, longest: number): string {
  if (sentence.length <= longest) return sentence
  const word = weightOf(sentence) > 1 ? `${demands.withdrawal.source}|${demands.strong.source}` : demands.weak
  const around = Math.min(most.around, Math.floor(longest / 3))
  const pieces: { from: number; to: number }[] = []
  for (const { index } of sentence.matchAll(new RegExp(word, "giu"))) {
    const piece = { from: Math.max(0, index - around), to: Math.min(sentence.length, index + 2 * around) }
    const last = pieces.at(-1)
    if (last && piece.from <= last.to) last.to = piece.to
    else pieces.push(piece)
  }
  // The last of them is what the person came to in the end.
  const kept: string[] = []
  let left = longest
  for (const { from, to } of pieces.reverse()) {
    const text = sentence.slice(Math.max(from, to - left), to).toWellFormed()
    left -= text.length + 1
    kept.unshift(`${from > 0 ? "…" : ""}${text}${to < sentence.length ? "…" : ""}`)
    if (left <= around) break
  }
  return kept.join(" ")
}

/** Lines of a list are sentences of their own; a sentence may go over several lines, and code is none. */
function sentencesOf(text: string): string[] {
  return blocksOf(text)
    .map((block) => block.replace(/\s+/g, " ").trim())
    .flatMap((block) => block.split(/(?<=(?<!\.\p{L})[.!?;]["'’”»)\]]?) /u))
    .filter((sentence) => sentence !== "")
}

function blocksOf(text: string): string[] {
  const lines = text.split("\n")
  const closable = closableFrom(lines)
  const pasted = pastedLines(lines)
  const blocks = [""]
  let fence: string | null = null
  for (const [index, line] of lines.entries()) {
    if (fence !== null) {
      if (closingOf(line).startsWith(fence)) fence = null
      continue
    }
    const mark = openingOf(line)
    // One that is never closed is a slip: what follows is said all the same.
    if (mark !== "" && closable(mark, index + 1)) {
      fence = mark
      blocks.push("")
      continue
    }
    if (pasted[index]) {
      blocks.push("")
      continue
    }
    const item = /^\s*(?:[-*•]|\d+[.)])\s+/.exec(line)
    if (item || line.trim() === "") blocks.push("")
    blocks[blocks.length - 1] += ` ${item ? line.slice(item[0].length) : line}`
  }
  return blocks
}

/** The marks that begin a line of code; none where they end on it, too: that is code within a sentence. */
function openingOf(line: string): string {
  const [mark = ""] = /^(?:`{3,}|~{3,})/.exec(line.trim()) ?? []
  return line.trim().slice(mark.length).includes(mark.slice(0, 3)) ? "" : mark
}

function closingOf(line: string): string {
  return /^(?:`{3,}|~{3,})$/.exec(line.trim())?.[0] ?? ""
}

/** Whether what a mark opens is closed in the lines from a place on. */
function closableFrom(lines: readonly string[]): (mark: string, from: number) => boolean {
  const longest = { "`": new Array<number>(lines.length + 1).fill(0), "~": new Array<number>(lines.length + 1).fill(0) }
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const mark = closingOf(lines[index] ?? "")
    for (const [sign, lengths] of Object.entries(longest)) {
      lengths[index] = Math.max(lengths[index + 1] ?? 0, mark.startsWith(sign) ? mark.length : 0)
    }
  }
  return (mark, from) => (longest[mark.startsWith("~") ? "~" : "`"][from] ?? 0) >= mark.length
}
