import { danger, type Judgement, readOnly, workspace } from "../judgement.ts"

/** Arithmetic on variables: bash evaluates their values, which the command line may have set to a command. */
export function calculation({ hides }: { hides: boolean }): Judgement {
  return hides
    ? danger("calculates with variables, and sets one to what may be a command")
    : workspace("calculates with variables")
}

/** The same for arguments that builtins treat as variable names, possibly with an array index. */
export function calculationOf(words: readonly string[], scene: { hides: boolean }): Judgement {
  const found = words.filter(calculatesIndex)
  if (found.length === 0) return readOnly()
  return calculation({ hides: scene.hides || found.some((word) => /[$`]/.test(word)) })
}

/** Whether a word is an array element whose index bash evaluates. */
function calculatesIndex(word: string): boolean {
  const name = word.replace(/^-\w/, "")
  // Unquoted brackets are a glob pattern.
  if (/^[A-Za-z_]\w*\uE003$/u.test(name)) return true
  return /^[A-Za-z_]\w*\[/.test(name) && !/^\w+\[(\d+|[@*])\]$/.test(name)
}
