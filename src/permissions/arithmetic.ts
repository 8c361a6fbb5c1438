import { danger, type Judgement, readOnly, workspace } from "./judgement.ts"

/** What it means that bash calculates with variables: what the command line itself has put into them may be a command. */
export function calculation({ hides }: { hides: boolean }): Judgement {
  return hides
    ? danger("calculates with variables, and sets one to what may be a command")
    : workspace("calculates with variables")
}

/** The same for words that builtins take for names of variables, perhaps with the index of an array. */
export function calculationOf(words: readonly string[], scene: { hides: boolean }): Judgement {
  const found = words.filter(calculatesIndex)
  if (found.length === 0) return readOnly()
  return calculation({ hides: scene.hides || found.some((word) => /[$`]/.test(word)) })
}

/** Whether a word names an element of an array by something that bash must calculate. */
function calculatesIndex(word: string): boolean {
  const name = word.replace(/^-\w/, "")
  // Without quotes the brackets are a pattern.
  if (/^[A-Za-z_]\w*\uE003$/u.test(name)) return true
  return /^[A-Za-z_]\w*\[/.test(name) && !/^\w+\[(\d+|[@*])\]$/.test(name)
}
