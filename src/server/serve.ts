import { configDirectory, readConfig } from "../agent/configuration/config.ts"
import { configuredAgent } from "../agent/configured-agent.ts"
import { dataDirectory, prepareDirectory } from "../store/sqlite/directory.ts"
import type { SqliteOptions } from "../store/sqlite/open-core.ts"
import { openThreadStore } from "../store/thread/open-thread-store.ts"
import { openAccess } from "./access/open-access.ts"
import { claimAddress } from "./address-file.ts"
import { type Interrupted, type ResumedSession, resumeInterrupted, sweep } from "./boot.ts"
import { type ServerSettings, settings } from "./contract/system.ts"
import { openDemoChildren } from "./demo/demo-children.ts"
import { type EngineSettings, openConductor } from "./engine/open-conductor.ts"
import { createHttpServer } from "./http/http-server.ts"
import { hangUp, listen } from "./http/listen.ts"
import { ownWebDirectory } from "./http/web-app.ts"
import { openImports } from "./imports/imports.ts"
import { type Log, logTo } from "./log.ts"
import type { ServerContext } from "./server-context.ts"
import { recordProblems } from "./session-problems.ts"
import { createShutdown, withTimeout } from "./shutdown.ts"

export type ServeOptions = {
  /** The data directory. Default: `HOLDFAST_HOME`, else that of the platform. */
  directory?: string
  env?: NodeJS.ProcessEnv
  host?: string
  /** Host names of a reverse proxy. */
  allowHosts?: readonly string[]
  /** 0: any free port. */
  port?: number
  roots?: readonly string[]
  /** Whether to resume interrupted turns. Default: the server's settings. */
  resume?: ServerSettings["resume"] | undefined
  /** Called with the interrupted sessions before the first is resumed. */
  onInterrupted?(found: Interrupted): void | Promise<void>
  engines?: EngineSettings
  /** Below this much free space no new turn starts. */
  store?: Pick<SqliteOptions, "lowWatermarkBytes">
  log?: Log
  version?: string
  /** The directory of the built web app. Default: where the build puts it. */
  web?: string
}

export type RunningServer = {
  url: string
  /** For programs: `Authorization: Bearer …`. */
  token: string
  /** A one-time sign-in link. */
  link: string
  context: ServerContext
  takenUp: ResumedSession
  /** Settles when the server was closed; rejects when it cannot continue. */
  ended: Promise<Error | null>
  /** Shuts down in order, at the deadline at the latest. */
  close(options?: { deadlineMs?: number }): Promise<void>
}

const closingMs = 8_000

/** Starts the server and resolves when it answers. Interrupted sessions are handled before that. */
export async function startServer(options: ServeOptions = {}): Promise<RunningServer> {
  const { env = process.env, host = "127.0.0.1", port = 0, roots = [], allowHosts = [], version = "0.0.0" } = options
  const log = options.log ?? logTo((line) => process.stderr.write(line))
  const directory = options.directory ?? dataDirectory(env)
  prepareDirectory(directory)
  const end = createShutdown(log)
  try {
    const claim = end.with(claimAddress(directory), ({ release }) => release())
    const { store, connect, disconnect, exited } = await openThreadStore({ ...options.store, directory })
    end.with(store, (opened, { deadlineMs }) => withTimeout(deadlineMs, opened.close()))
    const configuration = configDirectory(env)
    const access = await openAccess({ directory, store, log, env, host, allowHosts })
    const config = readConfig(configuration, log.warn)
    const { agent, models } = configuredAgent({ store, directory, env, config, roots, owner: { type: "Server" } })
    const setting = async () => settings.parse((await store.setting("server.settings")) ?? {})
    const driven = async () => (await setting()).driven
    const onTrouble = recordProblems({ store, log })
    const conductor = openConductor({
      store,
      connect,
      disconnect,
      directory,
      env,
      roots,
      driven,
      onTrouble,
      log,
      engines: options.engines,
    })
    const onEnd = (session: string) => {
      // What is left by a server that stops is for the next one.
      if (!end.started) conductor.wake(session)
    }
    const demos = openDemoChildren({ directory, env, log, onEnd })
    const imports = openImports({ connect, closing: end.signal, log })
    const context: ServerContext = {
      store,
      connect,
      agent,
      conductor,
      demos,
      imports,
      models,
      access,
      log,
      web: options.web ?? ownWebDirectory,
      env,
      directory,
      configuration,
      roots,
      version,
      startedAt: new Date().toISOString(),
      settings: setting,
      stopping: () => end.started,
      closing: end.signal,
      streams: { count: 0, max: 1000 },
    }
    const server = end.with(createHttpServer(context), hangUp)
    let sweeping = Promise.resolve()
    end.with(
      () => sweeping,
      (swept, { deadlineMs }) => withTimeout(deadlineMs, swept()),
    )
    // All who work, and before anything else is waited for: while one of them leaves, the others begin nothing.
    end.with([conductor, demos, imports], async (working, { deadlineMs }) => {
      await Promise.all(working.map((each) => each.stop({ deadlineMs })))
    })
    const how = options.resume ?? (await setting()).resume
    const { onInterrupted } = options
    const callback = onInterrupted ? { onInterrupted } : {}
    const takenUp = await resumeInterrupted({ store, agent, conductor, how, signal: end.signal, log, ...callback })
    const url = await listen(server, { host, port })
    claim.publish(url)
    sweeping = sweep({ store, directory, signal: end.signal, log })
    const { link } = access.link(url)
    const close = ({ deadlineMs = closingMs } = {}) => end.now({ deadlineMs })
    return { url, token: access.token, link, context, takenUp, ended: exited, close }
  } catch (error) {
    await end.now({ deadlineMs: closingMs })
    throw error
  }
}
