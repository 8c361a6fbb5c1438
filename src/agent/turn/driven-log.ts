import { isHoldfastError } from "../../session/error.ts"
import type { Event, ForeignEvent, NewEvent } from "../../session/event.ts"
import { apply, branchToRefold } from "../../session/fold.ts"
import type { SessionState } from "../../session/state.ts"
import { contextStart } from "../../session/view/context.ts"
import { prepare } from "../../store/admission.ts"
import type { Appended, Lease, ReadOptions, Store } from "../../store/contract.ts"

/** The log of a session as its driver knows it: what the driver appends is folded at once, and nothing is read twice. */
export type DrivenLog = {
  /** The lease was released with the stop record, because nothing was waiting. */
  readonly isReleased: boolean
  /** With all that was appended or read so far. */
  readonly state: SessionState
  /** For those who act: of the log it reads no further than the state, and the newest part from memory. */
  readonly store: Store
  /**
   * Appends with the next append: nothing may act on these events before. A decision has the head that it was based on; an
   * outcome has none, and is appended alone where that append is refused. `then` runs once they are durable.
   */
  hold(events: readonly NewEvent[], by: { lease: Lease; head?: number }, then?: () => unknown): void
  /** Appends what is held. */
  flush(): Promise<void>
  /** Waits for what appends; where others appended as well, reads that. */
  after(appending: Promise<unknown>): Promise<void>
  /** Reads what others appended; says whether there was anything. */
  catchUp(): Promise<boolean>
}

/** Whether the stop record of the open turn is the last that a driver has to do. */
function hasNothingElse({ log: { inputs, compact, resume } }: SessionState): boolean {
  return inputs.waiting.length === 0 && !compact && !resume
}

type Held = {
  events: NewEvent[]
  /** Those of them that were not decided. */
  outcomes: NewEvent[]
  before: SessionState
  lease: Lease
  isDecision: boolean
  done: Array<() => unknown>
}

export async function drivenLog(store: Store, session: string): Promise<DrivenLog> {
  let state = await store.state(session)
  /** The end of the log, as far as it is known: beyond the state where others appended something that was not read yet. */
  let head = state.seq
  /** The newest events, through the one that the state ends with; none from before the context. */
  let recent: Array<Event | ForeignEvent> = []
  /** The earliest event that was read since the model was last asked. What is older is not needed at each step. */
  let needed = Number.POSITIVE_INFINITY

  /** What the state has, and the log does not yet. */
  let held: Held | undefined
  let isReleased = false

  const firstRecent = () => state.seq + 1 - recent.length
  const fold = (event: Event | ForeignEvent) => {
    if (event.seq !== state.seq + 1 || branchToRefold(state, event)) return
    state = apply(state, event)
    recent.push(event)
    if (event.type !== "model.asked") return
    recent = recent.slice(Math.max(0, needed - firstRecent()))
    needed = Number.POSITIVE_INFINITY
  }
  /** Back to what is in the log. */
  const release = (): Held | undefined => {
    const was = held
    if (was) {
      recent = recent.filter(({ seq }) => seq <= was.before.seq)
      state = was.before
    }
    held = undefined
    return was
  }
  const appendNow: Store["append"] = async (id, events, by, options) => {
    const isDecision = id === session && by !== "intent" && by.head !== undefined
    const isLast = isDecision && events.at(-1)?.type === "turn.stopped" && hasNothingElse(state)
    const appended = await store.append(id, events, by, isLast ? { ...options, releases: true } : options)
    isReleased ||= isLast
    if (id === session) {
      head = Math.max(head, appended.seq)
      appended.events.forEach(fold)
    }
    return appended
  }
  const appendHeld = async (more: readonly NewEvent[], options?: { key?: string }): Promise<Appended> => {
    const { events, before, lease, isDecision, outcomes, done } = release() as Held
    try {
      // What is decided on held events is decided on the head before them.
      const decides = isDecision || more.length > 0
      const by = { epoch: lease.epoch, ...(decides ? { head: before.seq } : {}) }
      const appended = await appendNow(session, [...events, ...more], by, options)
      for (const then of done) await then()
      return appended
    } catch (error) {
      // Outcomes are always accepted, whatever was decided on them.
      if (isHoldfastError(error) && error.code === "behind" && outcomes.length > 0) {
        await appendNow(session, outcomes, { epoch: lease.epoch })
        for (const then of done) await then()
      }
      throw error
    }
  }
  const flush = async () => {
    if (held) await appendHeld([])
  }
  const catchUp = async () => {
    const { seq } = state
    for await (const event of store.read(session, { after: seq })) {
      if (branchToRefold(state, event)) {
        state = await store.state(session)
        recent = []
        break
      }
      fold(event)
    }
    head = state.seq
    return head > seq
  }

  /** Puts events that come right before the recent ones in front of them. */
  const remember = (older: ReadonlyArray<Event | ForeignEvent>) => {
    if (older.at(-1)?.seq === firstRecent() - 1) recent = [...older, ...recent]
  }
  async function* parts({ reverse = false, ...range }: ReadOptions): AsyncGenerator<Event | ForeignEvent> {
    const { after = 0, before = Math.max(head, state.seq) + 1 } = range
    const first = firstRecent()
    const known = recent.filter(({ seq }) => seq > after && seq < before)
    if (reverse) yield* known.reverse()
    if (after + 1 < first) {
      const older: Array<Event | ForeignEvent> = []
      try {
        for await (const event of store.read(session, { ...range, reverse, before: Math.min(before, first) })) {
          if (event.seq >= contextStart(state)) older.push(event)
          yield event
        }
      } finally {
        remember(reverse ? older.reverse() : older)
      }
    }
    if (!reverse) yield* known
  }
  async function* read(id: string, options: ReadOptions = {}): AsyncGenerator<Event | ForeignEvent> {
    if (id !== session || head > state.seq || options.asStored || options.onDamage)
      return yield* store.read(id, options)
    let left = options.limit ?? Number.POSITIVE_INFINITY
    if (left === 0) return
    for await (const event of parts(options)) {
      needed = Math.min(needed, event.seq)
      yield event
      left -= 1
      if (left === 0) return
    }
  }

  return {
    get isReleased() {
      return isReleased
    },
    get state() {
      return state
    },
    store: {
      ...store,
      read,
      async append(id, events, by, options) {
        if (!held || id !== session) return appendNow(id, events, by, options)
        if (by !== "intent" && by.head === state.seq) return appendHeld(events, options)
        await flush()
        return appendNow(id, events, by, options)
      },
    },
    hold(events, { lease, head: decidedOn }, then) {
      const stamped = prepare(events, { kind: "owner", name: lease.owner.path }).events
      const isDecision = decidedOn !== undefined
      held ??= { events: [], outcomes: [], before: state, lease, isDecision: false, done: [] }
      held.events.push(...events)
      held.isDecision ||= isDecision
      if (!isDecision) held.outcomes.push(...events)
      if (then) held.done.push(then)
      for (const event of stamped) fold({ ...event, session, seq: state.seq + 1 } as Event)
    },
    flush,
    async after(appending) {
      try {
        await appending
        if (held || head === state.seq) return
      } catch (error) {
        // Law: one writer. A person was faster: nothing was done, and the next decision sees what they said.
        if (!isHoldfastError(error) || error.code !== "behind") throw error
      }
      await catchUp()
    },
    catchUp,
  }
}
