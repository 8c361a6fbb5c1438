import { HoldfastError } from "../session/error.ts"
import type { Event, EventData } from "../session/event.ts"
import { isKnown } from "../session/event.ts"
import { inRanges } from "../session/fold.ts"
import type { SessionState } from "../session/state.ts"
import type { Store } from "../store/contract.ts"
import { uuidv7 } from "../store/uuid.ts"
import { type Undone, undo } from "./undo.ts"

export type RewindOptions = {
  /** The event to go on from, how many turns to go back, or the last input again. */
  to: { seq: number } | { turns: number } | "regenerate"
  /** Undo what was done to files since. */
  files?: boolean
  /** Restore files too that were changed since. */
  force?: boolean
  /** The head that the person saw: `behind` if the log has moved on. */
  head?: number
}

export type Rewound = { to: number; seq: number; input: string | null; files: Undone | null }

/**
 * Goes back to an earlier event of the live branch: what came after is left, not removed. Files are put back first
 * where that is asked for, so that a crash in between leaves a conversation that can still be rewound. Durable.
 */
export async function rewind(store: Store, session: string, options: RewindOptions): Promise<Rewound> {
  const state = await store.state(session)
  const head = options.head ?? state.seq
  if (head !== state.seq) throw movedOn(head, state.seq)
  if (state.log.turn) {
    throw new HoldfastError("illegal", "A turn is open. Let it end, or stop it with 'holdfast cancel', then rewind.")
  }
  const { to, again } = await aim(store, state, options.to)
  if (to >= state.seq || !inRanges(state.live, to)) {
    throw new HoldfastError(
      "illegal",
      `Event ${to} is not an earlier event of the live branch. See 'holdfast log' for the events, 'holdfast show' for the branch.`,
    )
  }
  const files = options.files ? await undo(store, session, { after: to, force: options.force ?? false, head }) : null
  const seen = files ? await store.state(session) : state
  const because = options.to === "regenerate" ? "regenerate" : "rewind"
  const input = again ? uuidv7() : null
  const seq = await store.append(
    session,
    [
      { type: "history.rewound", data: { to, head: seen.seq, because } },
      ...(again && input
        ? [{ type: "input.accepted" as const, data: { ...again, kind: "send" as const, input } }]
        : []),
    ],
    "intent",
  )
  return { to, seq, input, files }
}

type Said = Pick<EventData<"input.accepted">, "text" | "attachments" | "typed">

async function aim(
  store: Store,
  state: SessionState,
  target: RewindOptions["to"],
): Promise<{ to: number; again: Said | null }> {
  if (target !== "regenerate" && "seq" in target) return { to: target.seq, again: null }
  const { to, started } = await beforeTurn(store, state, target === "regenerate" ? "last input" : target.turns)
  if (target !== "regenerate") return { to, again: null }
  const more = await saidWith(store, state.id, started.data.input ?? "")
  return { to, again: { text: started.data.task, ...more } }
}

/** The event before a turn of the live branch, and before the input that it began with if no other turn lies between. */
async function beforeTurn(store: Store, state: SessionState, wanted: number | "last input") {
  let turns = 0
  let started: Event<"turn.started"> | undefined
  let to: number | undefined
  for await (const event of store.read(state.id, { before: state.seq + 1, reverse: true })) {
    if (!isKnown(event) || !inRanges(state.live, event.seq)) continue
    if (started) {
      const own = event.type === "input.accepted" && event.data.input === started.data.input
      to = own ? undefined : (to ?? event.seq)
      if (event.type === "turn.stopped") break
    } else if (event.type === "turn.started") {
      turns += 1
      if (wanted === "last input" ? event.data.input !== undefined : turns === wanted) started = event
    }
  }
  if (started && to !== undefined) return { to, started }
  const message =
    wanted === "last input"
      ? "No input was taken up on the live branch yet: there is nothing to regenerate."
      : `There are ${turns} turns on the live branch, not ${wanted}.`
  throw new HoldfastError("not-found", message)
}

/** What belongs to an input beside its text. One that was edited is the person's own. */
async function saidWith(store: Store, session: string, input: string): Promise<Omit<Said, "text">> {
  let edited = false
  for await (const event of store.read(session, { reverse: true })) {
    if (!isKnown(event) || (event.type !== "input.accepted" && event.type !== "input.edited")) continue
    if (event.data.input !== input) continue
    const { attachments } = event.data
    const typed = event.type === "input.accepted" && !edited ? event.data.typed : undefined
    edited = true
    if (attachments || event.type === "input.accepted") {
      return { ...(attachments ? { attachments } : {}), ...(typed === undefined ? {} : { typed }) }
    }
  }
  return {}
}

function movedOn(head: number, now: number): HoldfastError {
  return new HoldfastError(
    "behind",
    `The session has moved on from event ${head} to ${now}: look at what is new, then rewind again.`,
    { details: { head, now } },
  )
}
