import { createAgent } from "../agent/agent.ts"
import { configDirectory, readConfig } from "../agent/config.ts"
import { chooseModels } from "../agent/model-choice.ts"
import { dataDirectory, prepareDirectory } from "../store/sqlite/directory.ts"
import type { SqliteOptions } from "../store/sqlite/open.ts"
import { openThreadStore } from "../store/thread/open-thread-store.ts"
import { openAccess } from "./access/access.ts"
import { claimAddress } from "./address-file.ts"
import { type Interrupted, sweep, type TakenUp, takeUp } from "./boot.ts"
import { type ServerSettings, settings } from "./contract/house.ts"
import { openDemoChildren } from "./demo-children.ts"
import { type EngineSettings, openConductor } from "./engine/open-conductor.ts"
import type { House } from "./house.ts"
import { createHttpServer } from "./http-server.ts"
import { openImports } from "./imports.ts"
import { hangUp, listen } from "./listen.ts"
import { type Log, logTo } from "./log.ts"
import { ending, within } from "./shutdown.ts"
import { troubleKeeper } from "./trouble.ts"
import { openWebFiles } from "./web-files.ts"

export type ServeOptions = {
  /** The data directory. Default: `HOLDFAST_HOME`, else that of the platform. */
  directory?: string
  env?: NodeJS.ProcessEnv
  host?: string
  /** Names that a reverse proxy is reached by. */
  allowHosts?: readonly string[]
  /** 0: any free one. */
  port?: number
  roots?: readonly string[]
  /** What becomes of turns that were cut off. Default: as it is set in the settings. */
  resume?: ServerSettings["resume"] | undefined
  /** Told which sessions were interrupted, before the first of them is resumed. */
  onInterrupted?(found: Interrupted): void | Promise<void>
  engines?: EngineSettings
  /** From which free space on nothing new is begun. */
  store?: Pick<SqliteOptions, "lowWatermarkBytes">
  log?: Log
  version?: string
  /** Where the built web app is. Default: where the build puts it. */
  web?: string
}

export type RunningServer = {
  url: string
  /** For programs: `Authorization: Bearer …`. */
  token: string
  /** For one person, once. */
  link: string
  house: House
  takenUp: TakenUp
  /** Settles when it cannot go on, with the reason, or was closed. */
  ended: Promise<Error | null>
  /** Accepts nothing more, leaves what is under way in order, and is gone at the deadline at the latest. */
  close(options?: { deadlineMs?: number }): Promise<void>
}

/** How long a server takes to close, at most. */
const closingMs = 8_000

/** Starts the server and resolves when it answers. What was cut off is seen to before. */
export async function startServer(options: ServeOptions = {}): Promise<RunningServer> {
  const { env = process.env, host = "127.0.0.1", port = 0, roots = [], allowHosts = [], version = "0.0.0" } = options
  const log = options.log ?? logTo((line) => process.stderr.write(line))
  const directory = options.directory ?? dataDirectory(env)
  prepareDirectory(directory)
  const end = ending(log)
  try {
    const claim = end.with(claimAddress(directory), ({ release }) => release())
    const { store, connect, disconnect, exited } = await openThreadStore({ ...options.store, directory })
    end.with(store, (opened, { deadlineMs }) => within(deadlineMs, opened.close()))
    const configuration = configDirectory(env)
    const access = await openAccess({ directory, store, log, env, host, allowHosts })
    const models = chooseModels({ env, config: readConfig(configuration, log.warn), store })
    const agent = createAgent({
      store,
      directory,
      model: models.open,
      profile: models.profile,
      env,
      roots,
      owner: { type: "Server" },
    })
    const setting = async () => settings.parse((await store.setting("server.settings")) ?? {})
    const driven = async () => (await setting()).driven
    const onTrouble = troubleKeeper({ store, log })
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
      if (!end.begun) conductor.wake(session)
    }
    const demos = openDemoChildren({ directory, env, log, onEnd })
    const imports = openImports({ connect, closing: end.signal, log })
    const house: House = {
      store,
      connect,
      agent,
      conductor,
      demos,
      imports,
      models,
      access,
      log,
      web: openWebFiles(options.web),
      env,
      directory,
      configuration,
      roots,
      version,
      startedAt: new Date().toISOString(),
      settings: setting,
      stopping: () => end.begun,
      closing: end.signal,
      streams: { count: 0, most: 1000 },
    }
    const server = end.with(createHttpServer(house), hangUp)
    let sweeping = Promise.resolve()
    end.with(
      () => sweeping,
      (swept, { deadlineMs }) => within(deadlineMs, swept()),
    )
    // All who work, and before anything else is waited for: while one of them leaves, the others begin nothing.
    end.with([conductor, demos, imports], async (working, { deadlineMs }) => {
      await Promise.all(working.map((each) => each.stop({ deadlineMs })))
    })
    const how = options.resume ?? (await setting()).resume
    const { onInterrupted } = options
    const told = onInterrupted ? { onInterrupted } : {}
    const takenUp = await takeUp({ store, agent, conductor, how, signal: end.signal, log, ...told })
    const url = await listen(server, { host, port })
    claim.tell(url)
    sweeping = sweep({ store, directory, signal: end.signal, log })
    const { link } = access.link(url)
    const close = ({ deadlineMs = closingMs } = {}) => end.now({ deadlineMs })
    return { url, token: access.token, link, house, takenUp, ended: exited, close }
  } catch (error) {
    await end.now({ deadlineMs: closingMs })
    throw error
  }
}
