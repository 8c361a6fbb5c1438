import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import type { NewEvent } from "../../src/session/event.ts"
import type { Store } from "../../src/store/contract.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { uuidv7 } from "../../src/store/uuid.ts"

/** The command line from the sources. */
export const sources = join(import.meta.dirname, "..", "..", "bin", "holdfast")

/** The command line: built by `npm test` (`test/built-program.ts`), else from the sources. */
export const bin = process.env.HOLDFAST_TEST_PROGRAM ?? sources

export type Ran = { code: number | null; stdout: string; stderr: string }

/** A data directory and a project of its own, and the command line run there as a process. */
export type Scene = {
  home: string
  project: string
  start(...argv: string[]): ReturnType<typeof spawnCli>
  run(...argv: string[]): Promise<Ran>
  /** Runs with --json, and reads the one document. */
  json(...argv: string[]): Promise<unknown>
  /** Lends the store to the test, in this process. */
  use<T>(work: (store: Store) => Promise<T>): Promise<T>
}

export function scene(): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const home = join(root, "home")
  const project = join(root, "webshop")
  mkdirSync(project)
  const start = (...argv: string[]) => spawnCli(argv, { home, cwd: project })
  const run = (...argv: string[]) => finish(start(...argv))
  return {
    home,
    project,
    start,
    run,
    json: async (...argv) => JSON.parse((await run(...argv, "--json")).stdout),
    async use(work) {
      const store = openSqliteStore({ directory: home, actor: { kind: "person", name: "ada" } })
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    },
  }
}

type Place = { home: string; cwd: string; env?: Record<string, string>; program?: string }

export function spawnCli(argv: readonly string[], { home, cwd, env = {}, program = bin }: Place) {
  const all = { ...process.env, HOLDFAST_HOME: home, TZ: "UTC", ...env }
  return spawn(process.execPath, [program, ...argv], { stdio: "pipe", cwd, env: all })
}

export async function finish(child: ReturnType<typeof spawnCli>, input = ""): Promise<Ran> {
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed(child)])
  return { code: child.exitCode, stdout, stderr }
}

/** A session with one input; gives its id. */
export async function openSession(store: Store, project: string, words: string, id?: string): Promise<string> {
  const opened = await store.open({ workspace: project, project, ...(id ? { id } : {}) })
  await store.append(
    opened,
    [{ type: "input.accepted", data: { input: uuidv7(), kind: "send", text: words } }],
    "intent",
  )
  return opened
}

/** Drives a session through one whole turn, with events of the caller's in its middle. */
export async function driveTurn(
  store: Store,
  id: string,
  middle: (turn: string) => NewEvent[] = () => [],
): Promise<void> {
  const lease = await store.acquire(id, { type: "Agent" })
  const by = { epoch: lease.epoch }
  const turn = uuidv7()
  const [waiting] = (await store.state(id)).log.inputs.waiting
  const consumed: NewEvent[] = waiting ? [{ type: "input.consumed", data: { input: waiting.input, as: "task" } }] : []
  await store.append(id, [...consumed, { type: "turn.started", turn, data: { task: waiting?.text ?? "go on" } }], by)
  const { seq: asked } = await store.append(
    id,
    [{ type: "model.asked", turn, data: { purpose: "turn", model: "demo" } }],
    by,
  )
  const answer = { asked, text: "I looked into it.", finish: "stop", usage: { input: 1200, output: 34 } }
  await store.append(id, [{ type: "model.answered", turn, data: answer }, ...middle(turn)], by)
  await store.append(id, [{ type: "turn.stopped", turn, data: { code: "answered", summary: "Said what it is" } }], by)
  await store.release(lease)
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close")
}
