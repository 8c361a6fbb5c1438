import type { MessagePort } from "node:worker_threads"
import type { Limits } from "../../agent/turn/limits.ts"
import type { Loss } from "../../session/event/session.ts"
import type { PackedError } from "../../store/thread/packed-error.ts"

/** What an engine is started with. */
export type EngineData = {
  /** The way to the store. */
  port: MessagePort
  directory: string
  env: NodeJS.ProcessEnv
  limits: Partial<Limits>
  roots: readonly string[]
}

/** A message to an engine. `number` names one drive; `leave` ends all of them at once, and the thread. */
export type ToEngine =
  | { kind: "drive"; number: number; session: string; lost?: Loss }
  | { kind: "ping"; number: number }
  | { kind: "leave" }

/** What an engine tells. It answers a ping only when it is not busy with something else. */
export type FromEngine =
  | { kind: "ready" }
  | { kind: "rested"; number: number }
  | { kind: "failed"; number: number; error: PackedError }
  | { kind: "pong"; number: number }
  /** A rejection that nothing handled. */
  | { kind: "stray"; error: PackedError }
  | { kind: "left" }
