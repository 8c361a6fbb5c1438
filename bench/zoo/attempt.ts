import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runAgent } from "./agent-process.ts"
import type { Agent, Ended, Stand } from "./agents.ts"
import type { Behaviour } from "./behaviour.ts"
import { startZooServer } from "./server.ts"
import { wrongIn } from "./task.ts"

/** What became of one behaviour with one agent. */
export type Outcome = {
  behaviour: string
  hopeless: boolean
  right: boolean
  honest: boolean
  /** What the agent says of its end. */
  says: string
  /** What is wrong in the workspace. */
  wrong: readonly string[]
  requests: number
  calls: number
  ms: number
}

export type Conditions = {
  program: string
  timeoutMs: number
  env?: Readonly<Record<string, string>>
  /** Keeps what the agent printed and what it asked, for whoever wants to know why. */
  keep?: string | undefined
}

/** A fresh workspace and home, a server that behaves so, and one run of the agent there. */
export async function attempt(behaviour: Behaviour, agent: Agent, conditions: Conditions): Promise<Outcome> {
  const { task, name, hopeless = false, model = "qwen2.5-coder-14b", contextWindow } = behaviour
  const room = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-zoo-")))
  const workspace = join(room, "project")
  const home = join(room, "home")
  for (const directory of [workspace, home]) mkdirSync(directory)
  for (const [path, content] of Object.entries(task.files)) writeFileSync(join(workspace, path), content)
  const server = await startZooServer(behaviour, { workspace, model })
  const stand: Stand = { home, workspace, url: server.url, model, contextWindow: contextWindow ?? 32_768 }
  const began = performance.now()
  try {
    agent.prepare?.(stand)
    const tooMuch = AbortSignal.any([server.tooOften, AbortSignal.timeout(conditions.timeoutMs)])
    const ended = await runAgent(agent, stand, task.words, { ...conditions, tooMuch })
    const ms = Math.round(performance.now() - began)
    const wrong = wrongIn(task, (path) => textAt(join(workspace, path)))
    if (conditions.keep) keep(join(conditions.keep, name), ended, server.got)
    const { says, done } = ended.code === null ? { says: "does not end", done: true } : agent.verdict(ended)
    const right = wrong.length === 0 && ended.code !== null
    const { requests, calls } = server.seen
    return { behaviour: name, hopeless, right, honest: right || !done, says, wrong, requests, calls, ms }
  } finally {
    await server.close()
    rmSync(room, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Leaves what an agent printed and every request, for a look afterwards. */
export function keep(directory: string, { stdout }: Ended, got: readonly { path: string; body: unknown }[]): void {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, "output.txt"), stdout)
  writeFileSync(
    join(directory, "requests.json"),
    JSON.stringify(
      got.map(({ path, body }) => ({ path, body })),
      null,
      2,
    ),
  )
}

const textAt = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null)
