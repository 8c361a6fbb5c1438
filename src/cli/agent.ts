import type { Agent } from "../agent/agent.ts"
import type { Limits } from "../agent/limits.ts"
import type { ModelChoice } from "../agent/model-choice.ts"
import type { Store } from "../store/contract.ts"
import type { Tool } from "../tools/contract.ts"
import type { Arguments } from "./arguments.ts"
import type { PlanPolicy } from "./live/conduct.ts"
import { withSessions, withStore } from "./store.ts"
import { warn } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"

/** An agent on the store of this person, and what a command needs beside it. */
export type Workshop = {
  store: Store
  agent: Agent
  models: ModelChoice
  /** The data directory, and where settings and rules are. */
  directory: string
  configuration: string
}

type Wanted = {
  /** `create`: to open a session. `act`: to go on with one that is there. */
  purpose: "create" | "act"
  tools?: readonly Tool[]
  limits?: Partial<Limits>
  noAsk?: boolean
  baseUrl?: string | undefined
}

/** Lends an agent to a command. */
export async function withAgent<T>(wanted: Wanted, work: (workshop: Workshop) => Promise<T>): Promise<T> {
  const { purpose, baseUrl, limits, ...options } = wanted
  const [{ createAgent }, { chooseModels }, { configDirectory, limitsIn, readConfig }, { dataDirectory }] =
    await Promise.all([
      import("../agent/agent.ts"),
      import("../agent/model-choice.ts"),
      import("../agent/config.ts"),
      import("../store/sqlite/directory.ts"),
    ])
  const { env } = process
  const directory = dataDirectory(env)
  const configuration = configDirectory(env)
  const config = readConfig(configuration, warn)
  const lend = (store: Store) => {
    const models = chooseModels({ env, config, store, ...(baseUrl ? { baseUrl } : {}) })
    const agent = createAgent({
      store,
      directory,
      model: models.open,
      profile: models.profile,
      env,
      limits: { ...limitsIn(config), ...limits },
      ...options,
    })
    return work({ store, agent, models, directory, configuration })
  }
  if (purpose === "act") return withSessions("act", lend)
  return withStore("create", async (store) => {
    if (!store) throw new TypeError("a store that is created is there")
    return lend(store)
  })
}

/** The limits of a turn that were given on the command line. */
export function limitsFrom(args: Arguments, command: string): Partial<Limits> {
  const steps = args.number("max-steps")
  const tokens = args.number("max-tokens")
  const cost = args.text("max-cost")
  const time = args.text("max-time")
  return {
    ...(steps === undefined ? {} : { steps }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost: dollars(cost, command) }),
    ...(time === undefined ? {} : { timeMs: milliseconds(time, command) }),
  }
}

/** What the command line says of a plan that waits for approval. */
export function plansFrom(args: Arguments): PlanPolicy {
  if (args.flag("yes")) return "approve"
  return args.flag("no-ask") ? "leave" : "ask"
}

function dollars(given: string, command: string): number {
  const [, amount] = /^\$?(\d{1,9}(?:\.\d{1,9})?)$/.exec(given) ?? []
  if (amount === undefined) throw new UsageError(`--max-cost needs dollars, such as 0.50, not "${given}".`, command)
  return Number(amount)
}

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const

function milliseconds(given: string, command: string): number {
  const [, amount, unit = "s"] = /^(\d{1,9})([smh])?$/.exec(given) ?? []
  if (amount === undefined)
    throw new UsageError(`--max-time needs a time such as 90s, 10m or 1h, not "${given}".`, command)
  return Number(amount) * units[unit as keyof typeof units]
}
