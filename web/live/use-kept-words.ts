import { useCell } from "./cell.ts"
import { keptWords } from "./kept-words.ts"

const words = keptWords({
  keys: () => Object.keys(localStorage),
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
})

const waitingIn = (session: string) => `waiting ${session} `

/** All places for unsent words except the composer, whose draft the server keeps. */
export const places = {
  task: "task",
  edit: (session: string, input: string) => `edit ${session} ${input}`,
  waiting: (session: string, input: string) => waitingIn(session) + input,
  answer: (session: string, ask: string) => `answer ${session} ${ask}`,
  denial: (session: string, ask: string) => `denial ${session} ${ask}`,
  artifact: (session: string, kind: string, version: number) => `artifact ${session} ${kind} ${version}`,
} as const

/** The unsent words of a place and their setter; null if none. They survive unmounts and reloads. */
export function useKeptWords(place: string): [string | null, (words: string | null) => void] {
  return [useCell(words.at(place)), (next) => words.write(place, next)]
}

/** Whether a place has unsent words. */
export function hasWords(place: string): boolean {
  return words.at(place).get() !== null
}

/** Takes the unfinished edits of inputs that are no longer queued. */
export function takeOrphanedEdits(session: string, waiting: readonly string[]): readonly string[] {
  const all = words.places(waitingIn(session))
  const stray = all.filter((place) => !waiting.some((input) => place === places.waiting(session, input)))
  return stray.flatMap((place) => {
    const left = words.at(place).get() ?? []
    words.write(place, null)
    return left
  })
}
