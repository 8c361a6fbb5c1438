import type { Model } from "../models/contract.ts"
import type { Event, ForeignEvent } from "../session/event.ts"
import type { Delta } from "../session/partial.ts"
import type { Store } from "../store/contract.ts"
import { dataDirectory } from "../store/sqlite/directory.ts"
import { openSqliteStore } from "../store/sqlite/store.ts"
import type { Tool } from "../tools/contract.ts"
import { tools as ownTools } from "../tools/tool-set.ts"
import type { Agent, AgentOptions } from "./agent.ts"
import { configDirectory, readConfig } from "./configuration/config.ts"
import { configuredAgent } from "./configured-agent.ts"
import { runSession } from "./run-session.ts"

export type OpenAgentOptions = Pick<AgentOptions, "limits" | "noAsk" | "owner"> & {
  /** The data directory. Default: `HOLDFAST_HOME`, else that of the platform. */
  directory?: string
  /** Where new sessions work. Default: the current directory. */
  workspace?: string
  /** For sessions that name none: by name, or a model of your own. Default: the configured one, else what is found. */
  model?: string | Model
  /** Your tools, beside the agent's own; one with the name of an own tool takes its place. */
  tools?: readonly Tool[]
  /** The server of `openai-compatible/…` models: of all sessions while the agent is open, and kept by those that it opens. */
  baseUrl?: string
  env?: NodeJS.ProcessEnv
}

/** An agent with a store of its own. */
export type OpenAgent = Omit<Agent, "open"> & {
  readonly store: Store
  /** The data directory. */
  readonly directory: string
  /** Opens a session, in the agent's workspace unless another is named. */
  open(session?: Partial<Parameters<Agent["open"]>[0]>): Promise<string>
  /**
   * Drives a session and yields its events and streamed text until it needs a person. Answers and
   * inputs that are sent meanwhile are consumed. Leaving the loop ends the work after the current action.
   */
  run(session: string, options?: { signal?: AbortSignal }): AsyncGenerator<Event | ForeignEvent | Delta>
  /** Closes the store. Unfinished work is in the log and continues when the session is run again. */
  close(): Promise<void>
}

/** Opens the store in the data directory and an agent on it, with the settings and models of this machine. */
export function openAgent(options: OpenAgentOptions = {}): OpenAgent {
  const { env = process.env, workspace = process.cwd(), tools = [], baseUrl } = options
  const directory = options.directory ?? dataDirectory(env)
  const config = readConfig(configDirectory(env), (warning) => process.emitWarning(warning))
  const store = openSqliteStore({ directory })
  const named = new Set(tools.map(({ name }) => name))
  const { agent } = configuredAgent({
    ...options,
    ...{ store, directory, env, config, workspace },
    tools: [...ownTools.filter(({ name }) => !named.has(name)), ...tools],
  })
  return {
    ...agent,
    store,
    directory,
    open: (session = {}) => agent.open({ workspace, ...(baseUrl ? { baseUrl } : {}), ...session }),
    run: (session, running = {}) => runSession({ agent, store }, session, running),
    close: () => store.close(),
  }
}
