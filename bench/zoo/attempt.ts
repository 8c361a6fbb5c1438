import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { text } from "node:stream/consumers"
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

type Limited = Conditions & { tooMuch: AbortSignal }

async function runAgent(agent: Agent, stand: Stand, words: string, conditions: Limited): Promise<Ended> {
  const { program, tooMuch, env = {} } = conditions
  const isScript = existsSync(program) && readFileSync(program).subarray(0, 64).toString().includes("node")
  const [command, before] = isScript ? [process.execPath, [program]] : [program, []]
  const child = spawn(command, [...before, ...agent.argv(stand, words)], {
    cwd: stand.workspace,
    env: { ...surroundings(stand), ...agent.env?.(stand), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // Of its own group, so that what it started ends with it.
    detached: true,
  })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
  }
  tooMuch.addEventListener("abort", end)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  tooMuch.removeEventListener("abort", end)
  return { code: tooMuch.aborted ? null : (child.exitCode ?? 1), stdout: stdout || stderr }
}

/** Nothing of the person who runs this: no keys, no settings. */
function surroundings({ home }: Stand): Record<string, string> {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter)
  return { PATH: path, HOME: home, TMPDIR: tmpdir(), LANG: "C.UTF-8", NO_COLOR: "1", CI: "1" }
}

function keep(directory: string, { stdout }: Ended, got: readonly { path: string; body: unknown }[]): void {
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
