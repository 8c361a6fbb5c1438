import type { Model, Profile } from "../../models/contract.ts"
import type { NewEvent } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import type { Lease, Store } from "../../store/contract.ts"
import type { Result, Tool } from "../../tools/contract.ts"
import type { SandboxSettings } from "../../tools/sandbox/sandbox-policy.ts"
import type { Permissions } from "../tool-calls/permit.ts"
import type { DrivenLog } from "./driven-log.ts"
import type { Limits } from "./limits.ts"

/** Where the agent keeps what is no session: all below the data directory. */
export type Places = {
  /** What file tools must not touch. */
  protected: readonly string[]
  /** Where a person's own settings, instructions and skills are. */
  configuration: string
  /** Memory and notepad of the project. */
  notes: string
  jobs: string
  /** Copies of what commands may change. */
  snapshots: string
}

/** What it takes to perform: the log, the world, and the word to stop. */
export type Work = {
  store: Store
  lease: Lease
  /** The state that the action was decided on. */
  state: SessionState
  /** The model of this name, or the one that is used where none is named; on the server that the session names. */
  model(name: string | null, server: string | null): Promise<Model>
  /** What that model can do, where it is known already; no server is asked. */
  profile?(name: string | null, server: string | null): Profile | undefined
  tools: readonly Tool[]
  permissions: Permissions
  places: Places
  limits: Limits
  sandbox: SandboxSettings
  env: NodeJS.ProcessEnv
  /** Names of variables that commands get beside the usual ones. */
  environment: readonly string[]
  /** The intents that this process has started to run: none of them is started twice. */
  ran: Set<number>
  /** See `DrivenLog`. Without it everything is appended at once. */
  hold?: DrivenLog["hold"]
  /** Aborts when the turn is to stop. */
  signal: AbortSignal
  /** Aborts when the driver has to detach at once; the turn continues with the next one. */
  leave: AbortSignal
  /** See `turnClock`. */
  now(): number
  /** A read-only sub-run that answers a question. */
  explore?(question: string, from: { session: string; seq: number; now: number }): Promise<Result>
}

/** What an append of the driver takes. */
export type Writing = Pick<Work, "store" | "lease" | "state">

/** Appends what was decided or is about to be done: refused (`behind`) if the log has moved on since. */
export async function decided({ store, lease, state }: Writing, events: readonly NewEvent[]): Promise<number> {
  const { seq } = await store.append(lease.session, inTurn(state, events), { epoch: lease.epoch, head: state.seq })
  return seq
}

/** Appends an outcome: always accepted from the owner of the lease. */
export async function happened({ store, lease, state }: Writing, events: readonly NewEvent[]): Promise<void> {
  await store.append(lease.session, inTurn(state, events), { epoch: lease.epoch })
}

/**
 * The same for what the next step may be written with: nothing acts on it before. `then` follows once it is durable.
 */
export async function decidedNext(work: Work, events: readonly NewEvent[]): Promise<void> {
  const { hold, lease, state } = work
  if (hold) hold(inTurn(state, events), { lease, head: state.seq })
  else await decided(work, events)
}

export async function happenedNext(work: Work, events: readonly NewEvent[], then?: () => unknown): Promise<void> {
  const { hold, lease, state } = work
  if (hold) return hold(inTurn(state, events), { lease }, then)
  await happened(work, events)
  await then?.()
}

function inTurn({ log }: SessionState, events: readonly NewEvent[]): NewEvent[] {
  const { turn } = log
  if (!turn) return [...events]
  const step = turn.progress.steps
  return events.map((event) => (event.type === "turn.started" ? event : { turn: turn.id, step, ...event }))
}
