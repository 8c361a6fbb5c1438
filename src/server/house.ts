import type { MessagePort } from "node:worker_threads"
import type { Agent } from "../agent/agent.ts"
import type { ModelChoice } from "../agent/model-choice.ts"
import type { Store } from "../store/contract.ts"
import type { Access } from "./access/access.ts"
import type { ServerSettings } from "./contract/house.ts"
import type { DemoChildren } from "./demo-children.ts"
import type { Conductor } from "./engine/conductor.ts"
import type { Imports } from "./imports.ts"
import type { Log } from "./log.ts"
import type { WebFiles } from "./web-files.ts"

/** What the handlers work with. Nothing in it is truth: all of that is in the store. */
export type House = {
  store: Store
  /** A port to the store, for a thread that is given work. */
  connect(): MessagePort
  /** For intents only: sessions are driven by the engines, see `conductor`. */
  agent: Agent
  conductor: Conductor
  /** Processes that drive demonstrations, beside the engines. */
  demos: DemoChildren
  /** Sessions that come in from files, each in a thread of its own. */
  imports: Imports
  models: ModelChoice
  access: Access
  log: Log
  web: WebFiles
  env: NodeJS.ProcessEnv
  /** The data directory, and where settings and rules are. */
  directory: string
  configuration: string
  /** The directories that workspaces must be in; none: anywhere. */
  roots: readonly string[]
  version: string
  startedAt: string
  settings(): Promise<ServerSettings>
  /** True once the server has been told to stop: nothing new is accepted. */
  stopping(): boolean
  /** Aborted when the server closes its streams. */
  closing: AbortSignal
  /** How many streams are open; streams count themselves. */
  streams: { count: number; readonly most: number }
}
