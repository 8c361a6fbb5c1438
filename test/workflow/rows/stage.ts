import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import {
  type Event,
  type EventType,
  isKnown,
  type Limits,
  type Model,
  type OpenAgent,
  openAgent,
  type PermissionMode,
  type Request,
  type ScriptStep,
  type SessionState,
  scriptedModel,
  type WorkflowMode,
} from "../../../src/index.ts"

export type StageOptions = {
  /** What the model answers, call by call; "Done." when they are over. */
  steps: readonly ScriptStep[]
  /** The files of the project, by their paths. */
  files?: Readonly<Record<string, string>>
  /** The mode that a person asks for. */
  mode?: WorkflowMode
  permissionMode?: PermissionMode
  limits?: Partial<Limits>
  noAsk?: boolean
  /** What the model is taken for, such as a weak one. */
  as?(model: Model): Model
}

/** An agent with a scripted model on a real store, in a git repository of its own, and one session. */
export type Stage = {
  agent: OpenAgent
  session: string
  workspace: string
  /** What the model was asked, in order. */
  requests: readonly Request[]
  /** Gives a task, and works until only a person can go on. */
  say(task: string): Promise<void>
  /** Answers the open question in one's own words, and works on. */
  reply(text: string): Promise<void>
  /** Approves the plan that waits, or rejects it, with words or without, and works on. */
  decide(answer: "approve" | { reject: string }): Promise<void>
  /** Takes up the turn that stopped last. */
  goOn(): Promise<void>
  state(options?: { at?: number }): Promise<SessionState>
  events(): Promise<Event[]>
  of<T extends EventType>(type: T): Promise<Event<T>[]>
  /** The text of a file of the project; null where there is none. */
  text(path: string): string | null
  /** Lets go of the store and opens it anew, as another process would find it. */
  reopened(): Promise<OpenAgent>
}

export async function stage(options: StageOptions): Promise<Stage> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-rows-")))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const workspace = join(home, "project")
  mkdirSync(workspace)
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  execFileSync("git", ["init", "--quiet"], { cwd: workspace })
  const { model, requests } = overheard((options.as ?? ((same) => same))(scriptedModel("scripted:rows", options.steps)))
  const { limits, noAsk } = options
  const open = () => {
    const agent = openAgent({
      directory: join(home, "data"),
      workspace,
      model,
      ...(limits ? { limits } : {}),
      ...(noAsk === undefined ? {} : { noAsk }),
      env: { ...process.env, HOLDFAST_CONFIG: join(home, "config") },
    })
    onTestFinished(() => agent.close())
    return agent
  }
  const agent = open()
  const { permissionMode = "allow", mode = null } = options
  const session = await agent.open({ permissionMode, mode })
  const answer = async (given: Parameters<typeof agent.answer>[2]) => {
    const [ask] = (await agent.store.state(session)).log.asks.open
    if (!ask) throw new Error("nothing is asked")
    await agent.answer(session, ask.ask, given)
    await agent.drive(session)
  }
  const events = async () => (await Array.fromAsync(agent.store.read(session))).filter(isKnown)
  return {
    agent,
    session,
    workspace,
    requests,
    async say(task) {
      await agent.send(session, task)
      await agent.drive(session)
    },
    reply: (text) => answer({ answer: "text", text }),
    decide: (given) => answer(given === "approve" ? { answer: "approve" } : { answer: "deny", text: given.reject }),
    async goOn() {
      await agent.resume(session)
      await agent.drive(session)
    },
    state: (at) => agent.store.state(session, at),
    events,
    of: async (type) => ofType(await events(), type),
    text: (path) => (existsSync(join(workspace, path)) ? readFileSync(join(workspace, path), "utf8") : null),
    async reopened() {
      await agent.close()
      return open()
    },
  }
}

/** A model that is known to be weak. */
export const weakly = (model: Model): Model => ({
  ...model,
  profile: { toolFormat: "native", strength: "weak", strictness: "lax", source: "set" },
})

export function ofType<T extends EventType>(events: readonly Event[], type: T): Event<T>[] {
  return events.filter((event) => event.type === type) as unknown as Event<T>[]
}

function overheard(model: Model): { model: Model; requests: Request[] } {
  const requests: Request[] = []
  const stream: Model["stream"] = (request, signal) => {
    requests.push(request)
    return model.stream(request, signal)
  }
  return { requests, model: { ...model, stream } }
}
