import type { Model, Profile } from "../models/contract.ts"
import type { Compaction } from "../session/context-state.ts"
import { HoldfastError, isHoldfastError } from "../session/error.ts"
import type { Requirement } from "../session/event/input.ts"
import type { Loss } from "../session/event/session.ts"
import type { EventData, NewEvent } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import type { Lease, NewOwner, Store } from "../store/contract.ts"
import { uuidv7 } from "../store/uuid.ts"
import type { Tool } from "../tools/contract.ts"
import { sandboxUse } from "../tools/sandbox/sandbox.ts"
import type { SandboxSettings } from "../tools/sandbox/sandbox-policy.ts"
import { tools as ownTools } from "../tools/tool-set.ts"
import { configDirectory } from "./configuration/config.ts"
import { placesOf } from "./configuration/places.ts"
import { workspaceRefusal } from "./configuration/roots.ts"
import { clearLeftovers } from "./recovery/leftovers.ts"
import { type Cancelled, cancel, type ResumeOptions, resume } from "./sessions/cancel-resume.ts"
import { type IntentMeta, keyOf, signed } from "./sessions/idempotent-intent.ts"
import { type NewSessionSettings, newSession } from "./sessions/new-session.ts"
import { type NewInput, sendInput } from "./sessions/send-input.ts"
import { permissionsFor, setupEvent } from "./tool-calls/permission-setup.ts"
import { decide } from "./turn/decide.ts"
import { type Driving, drive, type Rest } from "./turn/drive.ts"
import { exploreFor } from "./turn/explore-run.ts"
import { defaultLimits, type Limits } from "./turn/limits.ts"
import { maybeCompact } from "./turn/perform/compact.ts"
import { isSettling } from "./turn/settling.ts"
import { turnClock } from "./turn/turn-clock.ts"

export type AgentOptions = {
  store: Store
  /** The data directory: jobs, notes and copies of what commands change are kept below it. */
  directory: string
  /** The model of a session by its name, null where it has none; and the server that it names, null where it names none. */
  model(name: string | null, server: string | null): Promise<Model>
  /** What that model can do, where it is known already; no server is asked. Without it every model is taken for a capable one. */
  profile?(name: string | null, server: string | null): Profile | undefined
  /** The tools of the agent; its own if not given. */
  tools?: readonly Tool[]
  limits?: Partial<Limits>
  /** How commands are confined; where the system can, they are. */
  sandbox?: SandboxSettings | undefined
  /** No person can be asked: what would need an answer is denied, and the model continues. */
  noAsk?: boolean
  env?: NodeJS.ProcessEnv
  /** Names of variables that commands get of it beside the usual ones; a `*` at the end stands for any. */
  environment?: readonly string[]
  /** The monotonic clock that time limits are measured by, in milliseconds; that of the machine if not given. */
  clock?: () => number
  owner?: NewOwner
  /** The directories that workspaces must be in to be worked in; none: anywhere. */
  roots?: readonly string[]
}

export type { NewInput } from "./sessions/send-input.ts"

/** Attachments stay as they were where none are named. */
export type Edit = Omit<EventData<"input.edited">, "input">

export type Answer = Omit<EventData<"ask.answered">, "ask">

/** When a drive ends before there is nothing to do: between two actions, or with `leave` in the middle of one. */
type DriveOptions = Pick<Driving, "signal" | "until" | "leave" | "only"> & {
  /** How the driver before was lost, where the caller knows. */
  lost?: NewOwner["lost"]
  /** Called once the lease is held: until then another driver may have the session. */
  onLease?: () => void
}

/**
 * An agent on a store. What it is given is durable when the promise resolves; a repeated `key` is the same intent and gets
 * the same answer; `by` signs it. `drive` does the work.
 */
export type Agent = {
  open(session: NewSessionSettings, options?: IntentMeta): Promise<string>
  /** Opens a session with its first input and takes the lease that `drive` works under, all in one commit. */
  begin(
    session: NewSessionSettings,
    input: string | NewInput,
    options?: { require?: Requirement },
  ): Promise<{ session: string; input: string }>
  /**
   * Says something. An interrupt without a turn stops the open one, and is sent where none is open. What the turn that
   * it starts must show is `require`: where its facts do not, its stop record has `unmet`.
   */
  send(
    session: string,
    input: string | NewInput,
    options?: IntentMeta & { require?: Requirement },
  ): Promise<{ input: string; seq: number }>
  /** Replaces the text of a waiting input. `illegal` once it was consumed: then rewind. */
  edit(session: string, input: string, change: string | Edit, options?: IntentMeta): Promise<number>
  /** Withdraws a waiting input. `illegal` once it was consumed. */
  withdraw(session: string, input: string, options?: IntentMeta): Promise<number>
  /** Gives the one answer that an ask has. `invalid` where it is to be in words and has none. */
  answer(session: string, ask: string, answer: Answer, options?: IntentMeta): Promise<number>
  /** Chooses the model, its server, how long it thinks, the mode or the permissions from here on. */
  configure(session: string, settings: EventData<"session.configured">, options?: IntentMeta): Promise<number>
  /** Asks the open turn to stop, or withdraws the first pending input. Null: nothing to stop. */
  cancel(session: string, options?: { turn?: string; reason?: string } & IntentMeta): Promise<Cancelled | null>
  /** Resumes the open turn, or the last one that stopped before it finished, or else the held inputs. */
  resume(session: string, options?: ResumeOptions): Promise<number | null>
  /** Asks the driver to summarize older messages at the next step; `focus` is what the summary must keep. */
  compact(session: string, options?: { focus?: string; keep?: number } & IntentMeta): Promise<number>
  /**
   * Sums up older messages now if the context has reached its threshold: see `limits.compactAt` and `keepMessages`. Null
   * where it has not, or where a turn is open, which does so itself before it asks the model.
   */
  maybeCompact(session: string): Promise<Compaction | null>
  /** Takes the lease and works until it needs a person. `owned` if another driver has the session. */
  drive(session: string, options?: DriveOptions): Promise<{ state: SessionState; rest: Rest }>
  /** What it needs a person for; null while there is something to do. */
  waitsFor(session: string): Promise<Exclude<Rest, "meta"> | null>
  /** Gives interrupted intents that are over their outcome, and goes no further: the turn stays open. False if there are none. */
  settle(session: string): Promise<boolean>
}

/** Makes an agent. It holds no state that matters: another one, in another process, can take over at any time. */
export function createAgent(options: AgentOptions): Agent {
  const { store, env = process.env } = options
  const limits = { ...defaultLimits, ...options.limits }
  const configuration = configDirectory(env)
  const placesFor = (session: string, project: string) =>
    placesOf({ directory: options.directory, configuration, project, session })
  const { sandbox = {}, noAsk = false } = options
  const permissionsIn = async (project: string, foreignThrough: number) =>
    permissionsFor({ store, configuration, project, env, noAsk, foreignThrough, sandbox: () => sandboxUse(sandbox) })
  const next = (state: SessionState) => decide(state, { limits, now: Date.now(), onlyLooks: () => false })
  const append = async (session: string, event: NewEvent, meta: IntentMeta) => {
    const { seq } = await store.append(session, [{ ...event, ...signed(meta) }], "intent", keyOf(meta))
    return seq
  }

  const opening = (given: NewSessionSettings) => newSession(given, (project) => permissionsIn(project, 0))
  /** Leases that were taken when their session was opened. */
  const ownedAtOpening = new Map<string, Lease>()
  const owner = options.owner ?? { type: "Agent" }

  const agent: Agent = {
    open: async (given, meta = {}) => store.open({ ...(await opening(given)), ...signed(meta) }, keyOf(meta)),

    async begin(given, input, sending = {}) {
      const fresh = await opening(given)
      const session = uuidv7()
      // What is handed in together is one commit, in this order.
      const [, sent, lease] = await Promise.all([
        store.open({ ...fresh, id: session }),
        agent.send(session, input, sending),
        store.acquire(session, owner),
      ])
      ownedAtOpening.set(session, lease)
      return { session, input: sent.input }
    },

    send(session, input, { require, ...meta } = {}) {
      const given = typeof input === "string" ? { text: input } : input
      return sendInput(store, session, { ...given, ...(require ? { require } : {}) }, meta)
    },

    async edit(session, input, change, meta = {}) {
      const given = typeof change === "string" ? { text: change } : change
      return append(session, { type: "input.edited", data: { ...given, input } }, meta)
    },

    withdraw: (session, input, meta = {}) => append(session, { type: "input.withdrawn", data: { input } }, meta),

    async answer(session, ask, answer, meta = {}) {
      // An answer is final, and this one would say nothing.
      if (answer.answer === "text" && (answer.text ?? "").trim() === "") {
        throw new HoldfastError(
          "invalid",
          "The answer is empty, and an answer cannot be changed later: the question stays open. Answer it in words, or cancel the turn.",
          { details: { ask } },
        )
      }
      return append(session, { type: "ask.answered", data: { ask, ...answer } }, meta)
    },

    async configure(session, settings, meta = {}) {
      const seq = await append(session, { type: "session.configured", data: settings }, meta)
      // Apart from what a person chose: a repetition of that has the same key and must have the same body.
      const { project, foreignThrough } = await store.row(session)
      const recorded = setupEvent(await permissionsIn(project, foreignThrough), await store.state(session))
      if (recorded) await store.append(session, [recorded], "intent")
      return seq
    },

    cancel: (session, wanted) => cancel(store, session, wanted),

    resume: (session, options) => resume(store, session, options),

    compact: (session, { focus, keep, ...meta } = {}) => {
      const data = { ...(focus ? { focus } : {}), ...(keep === undefined ? {} : { keep }) }
      return append(session, { type: "context.compact-requested", data }, meta)
    },

    maybeCompact: (session) =>
      leased(session, async (lease) => {
        const driving = await drivingWith(lease, {})
        // A compaction that a crash interrupted has its outcome first.
        const { state } = await drive({ ...driving, only: "settle" })
        if (state.log.turn) return null
        const { signal } = new AbortController()
        const now = () => turnClock(driving.clock)(state)
        const did = await maybeCompact({ ...driving, ran: new Set(), state, now, signal, leave: signal })
        return did ? (await store.state(session)).branch.compaction : null
      }),

    async drive(session, { lost, onLease, ...ending } = {}) {
      const work = async (lease: Lease) => {
        onLease?.()
        return drive(await drivingWith(lease, ending))
      }
      const done = await leased(session, work, lost && { lost })
      // The lease went with the stop record, and a person said something right after it.
      const isOver = done.rest !== "input" || ending.only || ending.until?.(done.state)
      return isOver || next(done.state).do === "wait"
        ? done
        : agent.drive(session, { ...(onLease ? { onLease } : {}), ...ending })
    },

    async waitsFor(session) {
      const action = next(await store.state(session))
      return action.do === "wait" ? action.for : null
    },

    async settle(session) {
      const [state, { project }] = await Promise.all([store.state(session), store.row(session)])
      const places = placesFor(session, project)
      // To take the lease is counted as a resume: not where there is nothing to settle.
      if (!(await isSettling(next(state), { store, lease: { session }, places }))) return false
      await agent.drive(session, { only: "settle" })
      return true
    },
  }

  const leased = async <T>(session: string, work: (lease: Lease) => Promise<T>, taken?: { lost: Loss }): Promise<T> => {
    const lease = ownedAtOpening.get(session) ?? (await store.acquire(session, { ...owner, ...taken }))
    ownedAtOpening.delete(session)
    try {
      return await work(lease)
    } finally {
      await store.release(lease).catch((error: unknown) => {
        // The lease of a closed store is free anyway.
        if (!isHoldfastError(error) || error.code !== "closed") throw error
      })
    }
  }

  const drivingWith = async (lease: Lease, ending: DriveOptions): Promise<Driving> => {
    const { workspace, project, foreignThrough } = await store.row(lease.session)
    const refusal = await workspaceRefusal(options.roots ?? [], workspace)
    // Where nothing can be done any more, a turn can still be stopped.
    if (refusal && !(await store.state(lease.session)).log.turn?.cancel) throw refusal
    const places = placesFor(lease.session, project)
    await clearLeftovers({ store, lease, places })
    return {
      store,
      lease,
      env,
      environment: options.environment ?? [],
      tools: options.tools ?? ownTools,
      limits,
      sandbox,
      places,
      permissions: await permissionsIn(project, foreignThrough),
      model: options.model,
      ...(options.profile ? { profile: options.profile } : {}),
      ...(options.clock ? { clock: options.clock } : {}),
      explore: exploreFor(options, ending),
      ...ending,
    }
  }
  return agent
}
