import type { Row } from "../../src/server/contract/common.ts"
import type { Command } from "./commands.ts"

/** Scores a match of every typed word; 0 is none, prefixes score highest. */
export function fitOf(text: string, typed: string): number {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const known = text.toLowerCase()
  let fit = 1
  for (const word of wanted) {
    const at = known.indexOf(word)
    if (at === -1) return 0
    fit += at === 0 ? 4 : /[\s\-_/.(]/.test(known[at - 1] ?? "") ? 2 : 1
  }
  return fit
}

/** The matching items, best first; stable among equals. */
export function fitting<T>(all: readonly T[], typed: string, textOf: (one: T) => string): readonly T[] {
  return all
    .map((one) => ({ one, fit: fitOf(textOf(one), typed) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ one }) => one)
}

/** The search text of a command. */
export const commandText = ({ name, words = "", slash }: Command): string => `${name} ${words} ${slash?.name ?? ""}`

/** The search text of a session, before its transcript is searched. */
export const rowText = ({ title, tags, project }: Row): string => `${title ?? ""} ${tags.join(" ")} ${project}`
