import type { MessagePort } from "node:worker_threads"
import type { Agent } from "../agent/agent.ts"
import type { ModelChoice } from "../agent/configuration/model-choice.ts"
import type { Store } from "../store/contract.ts"
import type { Access } from "./access/open-access.ts"
import type { ServerSettings } from "./contract/system.ts"
import type { DemoChildren } from "./demo/demo-children.ts"
import type { Conductor } from "./engine/conductor.ts"
import type { Imports } from "./imports/imports.ts"
import type { Log } from "./log.ts"

/** The dependencies of the handlers. All durable state is in the store. */
export type ServerContext = {
  store: Store
  /** A port to the store, for another thread. */
  connect(): MessagePort
  /** For intents only; the engines drive sessions, see `conductor`. */
  agent: Agent
  conductor: Conductor
  /** Processes that drive demo sessions instead of the engines. */
  demos: DemoChildren
  imports: Imports
  models: ModelChoice
  access: Access
  log: Log
  /** The directory of the built web app. */
  web: string
  env: NodeJS.ProcessEnv
  /** The data directory, and where settings and rules are. */
  directory: string
  configuration: string
  /** The directories that workspaces must be in; empty: anywhere. */
  roots: readonly string[]
  version: string
  startedAt: string
  settings(): Promise<ServerSettings>
  /** True once the server is stopping: no new intents are accepted. */
  stopping(): boolean
  /** Aborted when the server closes its streams. */
  closing: AbortSignal
  /** How many streams are open. */
  streams: { count: number; readonly max: number }
}
