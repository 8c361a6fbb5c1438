import { realpathSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import type { Model } from "../models/contract.ts"
import { serverAddress } from "../models/providers.ts"
import { HoldfastError, isHoldfastError } from "../session/error.ts"
import type { EventData } from "../session/event.ts"
import type { SessionState } from "../session/state.ts"
import type { Lease, NewOwner, Store } from "../store/contract.ts"
import { uuidv7 } from "../store/uuid.ts"
import type { Tool } from "../tools/contract.ts"
import { tools as ownTools } from "../tools/tool-set.ts"
import { configDirectory } from "./config.ts"
import { type Driving, drive, type Rest } from "./drive.ts"
import { exploreFor } from "./explore.ts"
import { clearLeftovers } from "./leftovers.ts"
import { defaultLimits, type Limits } from "./limits.ts"
import { placesOf } from "./places.ts"
import { projectOf } from "./project.ts"
import { trustedRules } from "./trust.ts"

export type AgentOptions = {
  store: Store
  /** The data directory: jobs, notes and copies of what commands change are kept below it. */
  directory: string
  /** The model of a session by its name, null where it has none; and the server that it names, null where it names none. */
  model(name: string | null, server: string | null): Promise<Model>
  /** The tools of the agent; its own if not given. */
  tools?: readonly Tool[]
  limits?: Partial<Limits>
  /** Nobody can be asked: what would need an answer is denied, and the model goes on. */
  noAsk?: boolean
  env?: NodeJS.ProcessEnv
  owner?: NewOwner
}

export type NewInput = Pick<EventData<"input.accepted">, "text"> &
  Partial<Pick<EventData<"input.accepted">, "kind" | "attachments" | "turn" | "typed">>

/** Attachments stay as they were where none are named. */
export type Edit = Omit<EventData<"input.edited">, "input">

export type Answer = Omit<EventData<"ask.answered">, "ask">

/** When a drive ends before there is nothing to do: between two actions. */
type DriveOptions = Pick<Driving, "signal" | "until">

/** An agent on a store. What it is told is durable when the promise resolves; `drive` does the work. */
export type Agent = {
  open(session: {
    workspace: string
    title?: string
    model?: string
    /** The server of `openai-compatible/…` models; without a user, a password or a query: it is kept in the log. */
    baseUrl?: string
    permissionMode?: EventData<"session.configured">["permissionMode"]
    /** Ask first, plan first or begin at once; by the task where it is null or absent. */
    mode?: EventData<"session.configured">["mode"]
  }): Promise<string>
  /** Says something; a repeated key is the same input. */
  send(session: string, input: string | NewInput, options?: { key?: string }): Promise<{ input: string; seq: number }>
  /** Says something else in the place of an input that still waits. `illegal` once it was taken up: then rewind. */
  edit(session: string, input: string, change: string | Edit, options?: { key?: string }): Promise<number>
  /** Takes back an input that still waits. `illegal` once it was taken up. */
  withdraw(session: string, input: string, options?: { key?: string }): Promise<number>
  /** Gives the one answer that an ask has. `invalid` where it is to be in words and has none. */
  answer(session: string, ask: string, answer: Answer, options?: { key?: string }): Promise<number>
  /** Asks the open turn to stop; without one there is nothing to do. */
  cancel(session: string, options?: { turn?: string; reason?: string }): Promise<number | null>
  /** Asks that the open turn, or the one that stopped last, go on. */
  resume(session: string, options?: { key?: string }): Promise<number | null>
  /** Asks that older messages be summed up at the next step, whoever drives; `focus` is what the summary shall keep. */
  compact(session: string, options?: { focus?: string; key?: string }): Promise<number>
  /** Takes the lease and works until only a person can go on. `owned` if somebody else drives the session. */
  drive(session: string, options?: DriveOptions): Promise<{ state: SessionState; rest: Rest }>
}

/** Makes an agent. It holds nothing that matters: another one, in another process, can go on at any time. */
export function createAgent(options: AgentOptions): Agent {
  const { store, env = process.env } = options
  const append = (session: string, event: Parameters<Store["append"]>[1][number], key?: string) =>
    store.append(session, [event], "intent", key === undefined ? {} : { key })

  const agent: Agent = {
    async open({ workspace, title, model, baseUrl, permissionMode, mode }) {
      const real = realpathSync(workspace)
      const settings = {
        ...(model ? { model } : {}),
        ...(baseUrl ? { baseUrl: serverAddress(baseUrl) } : {}),
        ...(permissionMode ? { permissionMode } : {}),
        ...(mode ? { mode } : {}),
      }
      return store.open({
        workspace: real,
        project: projectOf(real),
        ...(title ? { title } : {}),
        ...(Object.keys(settings).length > 0 ? { settings } : {}),
      })
    },

    async send(session, input, { key } = {}) {
      const given = typeof input === "string" ? { text: input } : input
      // With a key the input goes by it: a retry is the same input to the letter.
      const id = key ?? uuidv7()
      const data = { kind: "send" as const, ...given, input: id }
      return { input: id, seq: await append(session, { type: "input.accepted", data }, key) }
    },

    async edit(session, input, change, { key } = {}) {
      const given = typeof change === "string" ? { text: change } : change
      return append(session, { type: "input.edited", data: { ...given, input } }, key)
    },

    withdraw: (session, input, { key } = {}) => append(session, { type: "input.withdrawn", data: { input } }, key),

    async answer(session, ask, answer, { key } = {}) {
      // An answer is final, and this one would say nothing.
      if (answer.answer === "text" && (answer.text ?? "").trim() === "") {
        throw new HoldfastError(
          "invalid",
          "The answer is empty, and an answer cannot be taken back: the question stays open. Answer it in words, or cancel the turn.",
          { details: { ask } },
        )
      }
      return append(session, { type: "ask.answered", data: { ask, ...answer } }, key)
    },

    async cancel(session, { turn, reason } = {}) {
      const named = turn ?? (await store.state(session)).log.turn?.id
      if (!named) return null
      return append(session, { type: "turn.cancel-requested", data: { turn: named, ...(reason ? { reason } : {}) } })
    },

    async resume(session, { key } = {}) {
      const { log, branch } = await store.state(session)
      const turn = log.turn?.id ?? branch.stop?.turn
      if (!turn) return null
      return append(session, { type: "turn.resume-requested", data: { turn } }, key)
    },

    compact: (session, { focus, key } = {}) =>
      append(session, { type: "context.compact-requested", data: focus ? { focus } : {} }, key),

    async drive(session, ending = {}) {
      const lease = await store.acquire(session, options.owner ?? { type: "Agent" })
      try {
        return await driveWith(lease, ending)
      } finally {
        await store.release(lease).catch((error: unknown) => {
          // The lease of a closed store is free anyway.
          if (!isHoldfastError(error) || error.code !== "closed") throw error
        })
      }
    },
  }

  const driveWith = async (lease: Lease, ending: DriveOptions) => {
    const { workspace, project, foreignThrough } = await store.row(lease.session)
    if (!isThere(workspace)) {
      throw new HoldfastError(
        "not-found",
        `The workspace ${workspace} of this session is not there. Bring it back, or open a new session elsewhere.`,
      )
    }
    const configuration = configDirectory(env)
    const places = placesOf({ directory: options.directory, configuration, project, session: lease.session })
    await clearLeftovers({ store, lease, places })
    return drive({
      store,
      lease,
      env,
      tools: options.tools ?? ownTools,
      limits: { ...defaultLimits, ...options.limits },
      places,
      permissions: {
        userFile: join(configuration, "permissions.json"),
        projectFile: join(project, ".holdfast", "permissions.json"),
        trusted: await trustedRules(store),
        home: env.HOME ?? homedir(),
        noAsk: options.noAsk ?? false,
        foreignThrough,
      },
      model: options.model,
      now: () => Date.now(),
      explore: exploreFor(options),
      ...ending,
    })
  }
  return agent
}

function isThere(workspace: string): boolean {
  try {
    return realpathSync(workspace) === workspace
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false
    throw error
  }
}
