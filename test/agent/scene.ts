import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import {
  type Agent,
  type AgentOptions,
  createAgent,
  type Delta,
  type Event,
  type EventData,
  type EventType,
  type ForeignEvent,
  type Model,
  openStore,
  type ScriptStep,
  type Store,
  scriptedModel,
} from "../../src/index.ts"

export type Scene = {
  store: Store
  directory: string
  configuration: string
  workspace: string
  session: string
  agent: Agent
  /** Another agent on the same store. */
  agentWith(more: Partial<AgentOptions>): Agent
}

export type SceneOptions = Partial<Omit<AgentOptions, "model" | "store" | "directory">> & {
  /** A model, or the steps of a scripted one. */
  model: Model | readonly ScriptStep[]
  permissionMode?: EventData<"session.configured">["permissionMode"]
}

/** An agent on a real store and a workspace of its own, and an open session; all gone when the test is over. */
export async function scene({ model, permissionMode, ...options }: SceneOptions): Promise<Scene> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const [directory, configuration, workspace] = ["data", "config", "workspace"].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(workspace)
  mkdirSync(configuration)
  const store = openStore({ directory })
  onTestFinished(() => store.close())
  const env = { PATH: process.env.PATH, HOME: home, HOLDFAST_CONFIG: configuration }
  const used = "stream" in model ? model : scriptedModel("scripted:test", model)
  const agentWith = (more: Partial<AgentOptions>) =>
    createAgent({ store, directory, env, model: async () => used, ...options, ...more })
  const agent = agentWith({})
  const session = await agent.open({ workspace, ...(permissionMode ? { permissionMode } : {}) })
  return { store, directory, configuration, workspace, session, agent, agentWith }
}

/** Sends a task and drives until only a person can go on. */
export async function run({ agent, session }: Scene, task = "What is in the README?") {
  await agent.send(session, task)
  return agent.drive(session)
}

/** The events of a type, in order. */
export async function eventsOf<T extends EventType>({ store, session }: Scene, type: T): Promise<Event<T>[]> {
  const events: Event<T>[] = []
  for await (const event of store.read(session)) if (event.type === type) events.push(event as Event<T>)
  return events
}

/** Waits for an event or a piece of streamed output. */
export async function until(
  { store, session }: Scene,
  expected: (item: Event | ForeignEvent | Delta) => boolean,
): Promise<void> {
  for await (const item of store.follow(session, { after: 0 })) if (expected(item)) return
}

export const isType = (type: EventType) => (item: Event | ForeignEvent | Delta) => "type" in item && item.type === type

/** The stop codes of the session, one for each turn that ended. */
export async function stops(of: Scene): Promise<string[]> {
  return (await eventsOf(of, "turn.stopped")).map(({ data }) => data.code)
}
