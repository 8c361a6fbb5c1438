import type { Agent } from "../agent/agent.ts"
import type { ModelChoice } from "../agent/configuration/model-choice.ts"
import type { Limits } from "../agent/turn/limits.ts"
import type { Store } from "../store/contract.ts"
import type { Tool } from "../tools/contract.ts"
import type { Arguments } from "./command-line.ts"
import type { PlanPolicy } from "./live/conduct.ts"
import { warn } from "./terminal.ts"
import { UsageError } from "./usage-error.ts"
import { withSessions, withStore } from "./with-store.ts"

/** What commands that run the agent work with. */
export type CliContext = {
  store: Store
  agent: Agent
  models: ModelChoice
  directory: string
  configuration: string
}

type AgentFlags = {
  /** `create`: may open a session and create the store. `act`: needs existing sessions. */
  purpose: "create" | "act"
  tools?: readonly Tool[]
  limits?: Partial<Limits>
  noAsk?: boolean
  baseUrl?: string | undefined
}

/** Runs a command with an agent and its store, and closes the store afterwards. */
export async function withAgent<T>(wanted: AgentFlags, work: (context: CliContext) => Promise<T>): Promise<T> {
  const { purpose, ...options } = wanted
  const [{ configuredAgent }, { configDirectory, readConfig }, { dataDirectory }] = await Promise.all([
    import("../agent/configured-agent.ts"),
    import("../agent/configuration/config.ts"),
    import("../store/sqlite/directory.ts"),
  ])
  const { env } = process
  const directory = dataDirectory(env)
  const configuration = configDirectory(env)
  const config = readConfig(configuration, warn)
  const lend = (store: Store) => {
    const configured = configuredAgent({ store, directory, env, config, ...options })
    return work({ store, ...configured, directory, configuration })
  }
  if (purpose === "act") return withSessions("act", lend)
  return withStore("create", async (store) => {
    if (!store) throw new TypeError("a store that is created is there")
    return lend(store)
  })
}

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

/** How to handle a plan that waits for approval, from the command line. */
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
