import { cancel } from "../../src/agent/sessions/cancel-resume.ts"
import { isHoldfastError } from "../../src/session/error.ts"
import { type Event, type EventType, isKnown, type NewEvent } from "../../src/session/event.ts"
import type { SessionState } from "../../src/session/state.ts"
import type { Store } from "../../src/store/contract.ts"
import type { Act, Scenario, Word } from "./scenario.ts"

/** The people of a scenario. What they have said is known from the log alone, so that a resumed run says nothing twice. */
export type Person = {
  /** Says what is due by what the log holds; true if there was something. */
  speak(): Promise<boolean>
  /** Says what is due before the driver appends events of these types. */
  interject(types: readonly EventType[]): Promise<void>
  /** Says what is due once so much was streamed. */
  overhear(channel: string, length: number): Promise<void>
  /** As `speak`, with what only a driver may append: nobody else drives now. */
  speakAtRest(): Promise<boolean>
}

export function personOf({ person: words }: Scenario, store: Store, session: string): Person {
  // Two events of the driver can come close together: what is said must be in order, and once.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(speak: () => Promise<T>): Promise<T> => {
    const spoken = last.then(speak)
    last = spoken.catch(() => undefined) // whoever asked for it is told
    return spoken
  }
  const say = async (isDue: (word: Word, log: readonly Event[]) => boolean): Promise<boolean> => {
    let said = false
    for (const [index, word] of words.entries()) {
      const log = (await Array.fromAsync(store.read(session))).filter(isKnown)
      const key = `word-${index}`
      if (log.some((event) => event.key === key) || !isDue(word, log)) continue
      if ("cancel" in word) {
        const cancelled = await cancel(store, session, { reason: word.cancel, key })
        said ||= cancelled !== null
        continue
      }
      const event = await eventFor(word, key, { store, state: await store.state(session) })
      if (event) await hand(store, session, event, key)
      said ||= event !== undefined
    }
    return said
  }
  return {
    speak: () => inTurn(() => say((word, log) => !("compact" in word) && isDue(word, log))),
    speakAtRest: () => inTurn(() => say(isDue)),
    async interject(types) {
      const due = ({ when }: Word) => when !== undefined && "before" in when && types.includes(when.before)
      if (words.some(due)) await inTurn(() => say(due))
    },
    async overhear(channel, length) {
      const due = ({ when }: Word) =>
        when !== undefined && "streamed" in when && when.streamed === channel && length >= when.characters
      if (words.some(due)) await inTurn(() => say(due))
    },
  }
}

function isDue({ when }: Word, log: readonly Event[]): boolean {
  if (!when) return true
  return "after" in when && log.filter(({ type }) => type === when.after).length >= (when.count ?? 1)
}

async function eventFor(
  act: Exclude<Act, { cancel: string }>,
  key: string,
  { store, state: { log, branch, seq } }: { store: Store; state: SessionState },
): Promise<NewEvent | undefined> {
  if ("say" in act) {
    const turn = act.say === "interrupt" && log.turn ? { turn: log.turn.id } : {}
    return { type: "input.accepted", data: { input: `input-${key}`, kind: act.say, text: act.text, ...turn } }
  }
  if ("answer" in act) {
    const [open] = log.asks.open
    return open && { type: "ask.answered", data: { ask: open.ask, ...act.answer } }
  }
  if ("wish" in act)
    return { type: "context.compact-requested", data: { focus: act.wish, ...(act.keep ? { keep: act.keep } : {}) } }
  if ("edit" in act) {
    const body = await store.putBlob(Buffer.from(act.text), "text/markdown")
    const from = branch.artifacts[act.edit]?.version ?? 0
    return { type: "workflow.artifact-edited", data: { artifact: act.edit, from, body } }
  }
  const data = { summary: act.compact, through: seq, removed: 2, tokensBefore: 90, tokensAfter: 9 }
  return { type: "context.compacted", data }
}

async function hand(store: Store, session: string, event: NewEvent, key: string): Promise<void> {
  if (event.type !== "context.compacted") {
    await store.append(session, [event], "intent", { key })
    return
  }
  const lease = await store.acquire(session, { type: "Compactor" })
  try {
    await store.append(session, [event], { epoch: lease.epoch }, { key })
  } catch (error) {
    if (!isHoldfastError(error) || error.code !== "key-reused") throw error
  } finally {
    await store.release(lease)
  }
}
