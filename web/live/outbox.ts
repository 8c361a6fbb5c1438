import { retryAfterMs } from "../../src/client/backoff.ts"
import { ApiProblem, type Call } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import { texts } from "../texts.ts"
import { notify, notifyProblem } from "../ui/notices.ts"
import { cell } from "./cell.ts"
import { askBack, isPassing, sendOnce } from "./delivery.ts"
import { keep, keptLetters, letterTold, thisTab, unkeep } from "./kept-letters.ts"
import {
  isKnownRefused,
  type Letter,
  type LetterChange,
  nextFor,
  noLetters,
  unexplained,
  withChange,
  wordsOf,
} from "./letters.ts"
import { connection } from "./live.ts"
import { newId } from "./new-id.ts"
import { becameOf } from "./withdrawal.ts"
import { putBack, saidIn } from "./words-back.ts"

export type { Letter } from "./letters.ts"

let letters = keptLetters().reduce((all, letter) => withChange(all, { do: "put", letter }), noLetters)

/** What waits to be acknowledged, in order. It is kept in the browser: closing the tab loses nothing. */
export const outbox = cell<readonly Letter[]>(letters.kept)

type Waiter = { resolve: (answer: unknown) => void; reject: (error: unknown) => void }
const waiters = new Map<string, Waiter>()
const unkept = new Set<string>()
/** What was posted here and never sent: only of this is it known that the server does not have it. */
const untried = new Set<string>()
/** What was given back to the person, here or in another tab. */
const givenBack = new Set<string>()
const lanes = new Set<string>()
let lastOrder = 0

/**
 * Keeps an intent until the server says that it is durable, and sends it once: the key makes a repeated one the same.
 * What is posted for a session arrives in this order. `answer` resolves with the answer; a refusal is thrown, and words
 * that were refused stay in the outbox. `durable`: the browser has it, whatever happens to the page.
 */
export function post<R extends keyof Api & string>(
  route: R,
  session: string,
  given: Omit<Call<R>, "key" | "signal" | "headers">,
): { key: string; durable: boolean; answer: Promise<AnswerOf<Api[R]>> } {
  const key = newId()
  lastOrder = Math.max(Date.now(), lastOrder + 1)
  const at = new Date(lastOrder).toISOString()
  const letter: Letter = { key, session, at, order: lastOrder, tab: thisTab, route, given: given as Letter["given"] }
  const durable = keep(letter)
  if (!durable) unkept.add(key)
  untried.add(key)
  change({ do: "put", letter })
  const answer = new Promise<unknown>((resolve, reject) => waiters.set(key, { resolve, reject }))
  void deliver(session)
  return { key, durable, answer: answer as Promise<AnswerOf<Api[R]>> }
}

/** Takes back what was refused, or has not arrived. Whoever waits for its answer is told that it was taken back. */
export function discard(key: string): void {
  const letter = letterOf(key)
  if (!letter) return
  givenBack.add(key)
  keep({ ...letter, takenBack: true })
  settle(key)
  waiters.get(key)?.reject(new TakenBack())
  waiters.delete(key)
}

/** Whether nobody knows if the server has it: it is on its way, was tried in vain, or failed without an explanation. */
export function isUnsettled(letter: Letter): boolean {
  return !untried.has(letter.key) && !isKnownRefused(letter)
}

/** Takes back what may have arrived. The words come back once it is known that the server does not have them. */
export function wantBack(key: string): void {
  changeKept({ do: "want-back", key })
  const letter = letterOf(key)
  if (letter) void deliver(letter.session)
}

/** Sends again, by the same key, what failed without an explanation. */
export function tryAgain(key: string): void {
  changeKept({ do: "try-again", key })
  const letter = letterOf(key)
  if (letter) void deliver(letter.session)
}

/** What was posted was taken back before it arrived. */
export class TakenBack extends Error {
  override readonly name = "TakenBack"

  constructor() {
    super(texts.composer.takenBack)
  }
}

/** Sends what an earlier page of this browser left behind. */
export function deliverRest(): void {
  for (const session of new Set(outbox.get().map((letter) => letter.session))) void deliver(session)
}

/** One at a time, in order: a later input of a session waits for an earlier one. */
async function deliver(session: string): Promise<void> {
  if (lanes.has(session)) return
  lanes.add(session)
  let failures = 0
  let last: string | undefined
  for (;;) {
    const next = nextFor(letters, session, { tab: thisTab, now: Date.now() })
    if (!next) break
    if (next.letter.key !== last) failures = 0
    last = next.letter.key
    if (next.waitMs > 0) await pause(next.waitMs)
    else if (!(await tried(next.letter, failures))) await pause(retryAfterMs(failures++, Math.random()))
  }
  lanes.delete(session)
}

/** Whether something became of the letter. */
async function tried(letter: Letter, failures: number): Promise<boolean> {
  untried.delete(letter.key)
  try {
    if (letter.takingBack) await withdraw(letter)
    else arrived(letter, await sendOnce(letter))
    return true
  } catch (error) {
    if (isPassing(error, failures)) return false
    refuse(letter, error)
    return true
  }
}

function arrived(letter: Letter, answer: unknown): void {
  // What a person wants back is asked for next, now that it is known to be there.
  if (letterOf(letter.key)?.takingBack) return
  // Another tab gave it back while it was on its way from here.
  if (givenBack.has(letter.key)) void withdraw(letter).catch(notifyProblem)
  else answered(letter.key, answer)
}

/** Asks for a letter back, and gives its words back unless they were taken up. */
async function withdraw(letter: Letter): Promise<void> {
  try {
    await askBack(letter)
  } catch (error) {
    const became = becameOf(error)
    if (became === null) throw error
    if (became === "taken-up") {
      notify(texts.transcript.tooLateToTakeBack)
      discard(letter.key)
      return
    }
  }
  giveBack(letter)
}

function giveBack(letter: Letter): void {
  // Another tab may have been faster.
  if (!letterOf(letter.key)) return
  putBack(letter.session, saidIn(letter))
  discard(letter.key)
}

function answered(key: string, answer: unknown): void {
  settle(key)
  waiters.get(key)?.resolve(answer)
  waiters.delete(key)
}

function refuse(letter: Letter, error: unknown): void {
  const { key } = letter
  const { code, message } = error instanceof ApiProblem ? error : { code: unexplained, message: String(error) }
  // It was wanted back while it was on its way, and is known not to be there.
  if (!letter.takingBack && letterOf(key)?.takingBack && code !== unexplained) {
    giveBack(letter)
    return
  }
  // A click is made again if it is still wanted; words are not to be written again.
  if (wordsOf(letter) === null) settle(key)
  else changeKept({ do: "refuse", key, refused: { code, message } })
  const waiter = waiters.get(key)
  waiters.delete(key)
  if (waiter) waiter.reject(error)
  else notifyProblem(error)
}

const letterOf = (key: string) => outbox.get().find((letter) => letter.key === key)

/** Changes a letter, here and in the other tabs. */
function changeKept(next: Extract<LetterChange, { key: string }>): void {
  change(next)
  const letter = letterOf(next.key)
  if (letter) keep(letter)
}

function settle(key: string): void {
  unkeep(key)
  unkept.delete(key)
  untried.delete(key)
  change({ do: "settle", key })
}

function change(next: LetterChange): void {
  letters = withChange(letters, next)
  outbox.set(letters.kept)
}

/** Waits; or until the stream is live again, or the letters are others. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stops = [connection.subscribe(() => connection.get().state === "live" && done()), outbox.subscribe(done)]
  })
}

/** Another tab wrote a letter, or settled one. */
function hear(key: string, letter: Letter | null): void {
  const known = letterOf(key)
  if (letter?.takenBack) givenBack.add(key)
  if (letter && letters.gone.has(key)) unkeep(key)
  change(letter ? { do: "put", letter } : { do: "settle", key })
  const waiter = waiters.get(key)
  if (waiter && letter?.takenBack) {
    waiter.reject(new TakenBack())
    waiters.delete(key)
  } else if (waiter && known && !letter) {
    // It was delivered there: asked again with its key, the server says here too what came of it.
    void sendOnce(known).then(
      (answer) => answered(key, answer),
      (error: unknown) => refuse(known, error),
    )
  }
  if (letter) void deliver(letter.session)
}

addEventListener("storage", (event) => {
  const told = letterTold(event)
  if (told) hear(told.key, told.letter)
})
// A page that was put aside has not heard what happened meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return
  const now = keptLetters()
  for (const { key } of outbox.get()) {
    if (!unkept.has(key) && !now.some((letter) => letter.key === key)) hear(key, null)
  }
  for (const letter of now) hear(letter.key, letter)
})
// The browser could not keep it: leaving now would lose it.
addEventListener("beforeunload", (event) => unkept.size > 0 && event.preventDefault())
