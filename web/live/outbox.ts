import { retryAfterMs } from "../../src/client/backoff.ts"
import { ApiProblem, type Call } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import { texts } from "../texts.ts"
import { notify, notifyProblem } from "../ui/notices.ts"
import { cell } from "./cell.ts"
import { isPassing, sendOnce, withdrawEntry } from "./delivery.ts"
import { connection } from "./live.ts"
import { newId } from "./new-id.ts"
import {
  emptyOutbox,
  isKnownRefused,
  nextFor,
  type OutboxChange,
  type OutboxEntry,
  unexplained,
  withChange,
  wordsOf,
} from "./outbox-entries.ts"
import { appendToDraft, draftIn } from "./restore-draft.ts"
import { entryFromStorage, removeEntry, storedEntries, storeEntry, thisTab } from "./stored-entries.ts"
import { withdrawalResult } from "./withdrawal.ts"

let state = storedEntries().reduce((all, entry) => withChange(all, { do: "put", entry }), emptyOutbox)

/** The unacknowledged entries, in order. Stored in the browser, so that closing the tab loses nothing. */
export const outbox = cell<readonly OutboxEntry[]>(state.kept)

type Waiter = { resolve: (answer: unknown) => void; reject: (error: unknown) => void }
const waiters = new Map<string, Waiter>()
const unstored = new Set<string>()
/** The keys posted here and never sent: only these are certainly not on the server. */
const unsent = new Set<string>()
/** The keys withdrawn, here or in another tab. */
const withdrawnKeys = new Set<string>()
const delivering = new Set<string>()
let lastOrder = 0

/**
 * Stores an intent until the server confirms that it is durable. The key makes repeated sends one intent; intents of
 * a session arrive in order. `answer` rejects on a refusal, and refused words stay in the outbox. `durable`: the
 * browser has stored it.
 */
export function post<R extends keyof Api & string>(
  route: R,
  session: string,
  given: Omit<Call<R>, "key" | "signal" | "headers">,
): { key: string; durable: boolean; answer: Promise<AnswerOf<Api[R]>> } {
  const key = newId()
  lastOrder = Math.max(Date.now(), lastOrder + 1)
  const at = new Date(lastOrder).toISOString()
  const entry: OutboxEntry = {
    key,
    session,
    at,
    order: lastOrder,
    tab: thisTab,
    route,
    given: given as OutboxEntry["given"],
  }
  const durable = storeEntry(entry)
  if (!durable) unstored.add(key)
  unsent.add(key)
  change({ do: "put", entry })
  const answer = new Promise<unknown>((resolve, reject) => waiters.set(key, { resolve, reject }))
  void deliver(session)
  return { key, durable, answer: answer as Promise<AnswerOf<Api[R]>> }
}

/** Removes an entry that was refused or never arrived; its answer rejects with `WithdrawnError`. */
export function discard(key: string): void {
  const entry = entryOf(key)
  if (!entry) return
  withdrawnKeys.add(key)
  storeEntry({ ...entry, takenBack: true })
  settle(key)
  waiters.get(key)?.reject(new WithdrawnError())
  waiters.delete(key)
}

/** Whether the server may have the entry: sending, failed to send, or failed without an explanation. */
export function isUnsettled(entry: OutboxEntry): boolean {
  return !unsent.has(entry.key) && !isKnownRefused(entry)
}

/** Withdraws an entry that may have arrived. The words return once the server certainly does not have them. */
export function requestWithdrawal(key: string): void {
  changeKept({ do: "want-back", key })
  const entry = entryOf(key)
  if (entry) void deliver(entry.session)
}

/** Retries an unexplained failure with the same key. */
export function tryAgain(key: string): void {
  changeKept({ do: "try-again", key })
  const entry = entryOf(key)
  if (entry) void deliver(entry.session)
}

/** The intent was withdrawn before it arrived. */
export class WithdrawnError extends Error {
  override readonly name = "TakenBack"

  constructor() {
    super(texts.composer.takenBack)
  }
}

/** Delivers entries left by an earlier page. */
export function deliverRest(): void {
  for (const session of new Set(outbox.get().map((entry) => entry.session))) void deliver(session)
}

/** Delivers a session's entries one at a time, in order. */
async function deliver(session: string): Promise<void> {
  if (delivering.has(session)) return
  delivering.add(session)
  let failures = 0
  let last: string | undefined
  for (;;) {
    const next = nextFor(state, session, { tab: thisTab, now: Date.now() })
    if (!next) break
    if (next.entry.key !== last) failures = 0
    last = next.entry.key
    if (next.waitMs > 0) await pause(next.waitMs)
    else if (!(await attempt(next.entry, failures))) await pause(retryAfterMs(failures++, Math.random()))
  }
  delivering.delete(session)
}

/** Tries to deliver an entry; false if it should be retried. */
async function attempt(entry: OutboxEntry, failures: number): Promise<boolean> {
  unsent.delete(entry.key)
  try {
    if (entry.takingBack) await withdraw(entry)
    else handleAnswer(entry, await sendOnce(entry))
    return true
  } catch (error) {
    if (isPassing(error, failures)) return false
    handleFailure(entry, error)
    return true
  }
}

function handleAnswer(entry: OutboxEntry, answer: unknown): void {
  // Withdrawal was requested meanwhile: it comes next, now that the entry has arrived.
  if (entryOf(entry.key)?.takingBack) return
  // Withdrawn in another tab while it was being sent from here.
  if (withdrawnKeys.has(entry.key)) void withdraw(entry).catch(notifyProblem)
  else answered(entry.key, answer)
}

/** Withdraws an entry on the server and restores its words, unless the turn has consumed it. */
async function withdraw(entry: OutboxEntry): Promise<void> {
  try {
    await withdrawEntry(entry)
  } catch (error) {
    const became = withdrawalResult(error)
    if (became === null) throw error
    if (became === "taken-up") {
      notify(texts.transcript.tooLateToTakeBack)
      discard(entry.key)
      return
    }
  }
  returnToDraft(entry)
}

function returnToDraft(entry: OutboxEntry): void {
  // Another tab may have done it already.
  if (!entryOf(entry.key)) return
  appendToDraft(entry.session, draftIn(entry))
  discard(entry.key)
}

function answered(key: string, answer: unknown): void {
  settle(key)
  waiters.get(key)?.resolve(answer)
  waiters.delete(key)
}

function handleFailure(entry: OutboxEntry, error: unknown): void {
  const { key } = entry
  const { code, message } = error instanceof ApiProblem ? error : { code: unexplained, message: String(error) }
  // Withdrawal was requested while sending, and the server certainly refused it.
  if (!entry.takingBack && entryOf(key)?.takingBack && code !== unexplained) {
    returnToDraft(entry)
    return
  }
  // A click can be repeated; words must not be lost.
  if (wordsOf(entry) === null) settle(key)
  else changeKept({ do: "refuse", key, refused: { code, message } })
  const waiter = waiters.get(key)
  waiters.delete(key)
  if (waiter) waiter.reject(error)
  else notifyProblem(error)
}

const entryOf = (key: string) => outbox.get().find((entry) => entry.key === key)

/** Changes an entry, here and in other tabs. */
function changeKept(next: Extract<OutboxChange, { key: string }>): void {
  change(next)
  const entry = entryOf(next.key)
  if (entry) storeEntry(entry)
}

function settle(key: string): void {
  removeEntry(key)
  unstored.delete(key)
  unsent.delete(key)
  change({ do: "settle", key })
}

function change(next: OutboxChange): void {
  state = withChange(state, next)
  outbox.set(state.kept)
}

/** Waits until the time is over, the stream is live again, or the outbox changes. */
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

/** Another tab wrote or settled an entry. */
function applyFromOtherTab(key: string, entry: OutboxEntry | null): void {
  const known = entryOf(key)
  if (entry?.takenBack) withdrawnKeys.add(key)
  if (entry && state.gone.has(key)) removeEntry(key)
  change(entry ? { do: "put", entry } : { do: "settle", key })
  const waiter = waiters.get(key)
  if (waiter && entry?.takenBack) {
    waiter.reject(new WithdrawnError())
    waiters.delete(key)
  } else if (waiter && known && !entry) {
    // Delivered by the other tab: repeating the key returns its result here.
    void sendOnce(known).then(
      (answer) => answered(key, answer),
      (error: unknown) => handleFailure(known, error),
    )
  }
  if (entry) void deliver(entry.session)
}

addEventListener("storage", (event) => {
  const received = entryFromStorage(event)
  if (received) applyFromOtherTab(received.key, received.entry)
})
// A page restored from the back/forward cache has missed storage events.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return
  const now = storedEntries()
  for (const { key } of outbox.get()) {
    if (!unstored.has(key) && !now.some((entry) => entry.key === key)) applyFromOtherTab(key, null)
  }
  for (const entry of now) applyFromOtherTab(entry.key, entry)
})
// Not stored: leaving now would lose it.
addEventListener("beforeunload", (event) => unstored.size > 0 && event.preventDefault())
