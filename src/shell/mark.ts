/**
 * A word of a shell command is kept as text in which one private character stands for each thing that is not plain
 * text. Commands that hold such characters themselves are refused before.
 */
export const marks = {
  /** A value that is known only when it runs; unquoted, so it may be several words. */
  unknown: "\uE000",
  /** The same, quoted: one word. */
  some: "\uE001",
  /** `*`, `?` and `[…]` where they are patterns. */
  any: "\uE002",
  one: "\uE003",
  /** The parts of a brace expansion and of a bracket, until the word is whole. */
  open: "\uE004",
  comma: "\uE005",
  close: "\uE006",
  bracket: "\uE007",
  bracketEnd: "\uE008",
  tilde: "\uE009",
  /** The name of a pipe to a process substitution. */
  pipe: "\uE00A",
  /** A variable that says where Holdfast keeps its things. */
  guard: "\uE00B",
  /** Stands for names of plain files, at any depth: a pattern that matches no link. */
  plain: "\uE00C",
} as const

/** The private characters. */
export const anyMark = /[\uE000-\uE00F]/u

/** True where every character of the word is known. */
export function isLiteral(word: string): boolean {
  return !anyMark.test(word)
}

/** True where part of the word is known only when it runs; a pattern of file names is not. */
export function isUnknown(word: string): boolean {
  return /[\uE000\uE001\uE00B]/u.test(word)
}

/** The word as a person would write it. */
export function spell(word: string): string {
  return word.replace(/[\uE000-\uE00F]/gu, (mark) => spellings[mark] ?? "…")
}

/** What is known of a word before it runs. */
export function knownPart(word: string): string {
  return word.replace(/[\uE000-\uE00F]/gu, "")
}

const spellings: Readonly<Record<string, string>> = {
  [marks.any]: "*",
  [marks.one]: "?",
  [marks.plain]: "…",
  [marks.pipe]: "<(…)",
  [marks.guard]: "$HOLDFAST_HOME",
}
