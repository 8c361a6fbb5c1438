import { useCell } from "./cell.ts"
import { keptWords } from "./kept-words.ts"

const words = keptWords({
  keys: () => Object.keys(localStorage),
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  remove: (key) => localStorage.removeItem(key),
})

const waitingIn = (session: string) => `waiting ${session} `

/** Every place where words are written, but for the box of a session, whose draft the server keeps. */
export const places = {
  task: "task",
  edit: (session: string, input: string) => `edit ${session} ${input}`,
  waiting: (session: string, input: string) => waitingIn(session) + input,
  answer: (session: string, ask: string) => `answer ${session} ${ask}`,
  denial: (session: string, ask: string) => `denial ${session} ${ask}`,
  artifact: (session: string, kind: string, version: number) => `artifact ${session} ${kind} ${version}`,
} as const

/** What is being written at a place, and how it is written; null where nothing is. It outlives the component and the page. */
export function useKeptWords(place: string): [string | null, (words: string | null) => void] {
  return [useCell(words.at(place)), (next) => words.write(place, next)]
}

/** Whether something is being written at a place. */
export function hasWords(place: string): boolean {
  return words.at(place).get() !== null
}

/** What was being made of inputs of a session that do not wait any more; it is kept here no longer. */
export function takeStray(session: string, waiting: readonly string[]): readonly string[] {
  const all = words.places(waitingIn(session))
  const stray = all.filter((place) => !waiting.some((input) => place === places.waiting(session, input)))
  return stray.flatMap((place) => {
    const left = words.at(place).get() ?? []
    words.write(place, null)
    return left
  })
}
