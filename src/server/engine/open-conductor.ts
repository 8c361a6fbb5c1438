import { availableParallelism } from "node:os"
import type { MessagePort } from "node:worker_threads"
import type { Store } from "../../store/contract.ts"
import type { Log } from "../log.ts"
import { type Conductor, type ConductorOptions, createConductor } from "./conductor.ts"
import { openEngine, type Patience, patience as usual } from "./engine.ts"
import type { EngineData } from "./protocol.ts"

/** How sessions are driven. */
export type EngineSettings = {
  /** How many threads share the work. Default: by the processors of the machine. */
  size?: number
  /** Begins the first thread with the server, and not when it is needed. */
  warm?: boolean
  limits?: EngineData["limits"]
  patience?: Partial<Patience>
  /** The file that a thread runs: for tools of your own. It calls `serveEngine`. */
  entry?: URL
}

/** More threads than that have nothing to do: to drive is to wait for models. */
const sizes = { least: 2, most: 4 } as const

/** A conductor with engines in threads, each with its own way to the store. */
export function openConductor(of: {
  store: Store
  connect(): MessagePort
  disconnect(port: MessagePort): void
  directory: string
  env: NodeJS.ProcessEnv
  roots: readonly string[]
  driven(): Promise<number>
  onTrouble: ConductorOptions["onTrouble"]
  log: Log
  engines?: EngineSettings | undefined
}): Conductor {
  const { store, connect, disconnect, directory, env, roots, driven, onTrouble, log, engines = {} } = of
  const patience = { ...usual, ...engines.patience }
  const entry = engines.entry ?? ownEntry
  const data = { directory, env: { ...env }, limits: engines.limits ?? {}, roots }
  return createConductor({
    store,
    openEngine: () => openEngine({ entry, data, connect, disconnect, patience, log }),
    size: engines.size ?? Math.min(sizes.most, Math.max(sizes.least, availableParallelism())),
    warm: engines.warm ?? false,
    driven,
    onTrouble,
    probationMs: 2 * patience.hangMs,
    log,
  })
}

// Built, the code of this file is somewhere in the bundle, and its thread beside it.
const ownEntry = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./engine-worker.js", import.meta.url)
