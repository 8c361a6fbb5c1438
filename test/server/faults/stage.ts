import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { apiClient, type Client } from "../../../src/client/client.ts"
import type { ScriptStep } from "../../../src/models/script.ts"
import type { Store } from "../../../src/store/contract.ts"
import { openSqliteStore } from "../../../src/store/sqlite/store.ts"

/** A server in a process of its own. */
export type ServerProcess = { client: Client; url: string; token: string; kill(): Promise<void> }

/** A data directory and a workspace, for servers that are killed. */
export type Stage = {
  home: string
  workspace: string
  script(steps: readonly ScriptStep[]): string
  /** Starts a server and waits until it answers. */
  start(): Promise<ServerProcess>
  /** The session that a scripted model works in, which may do everything. */
  open(client: Client, steps: readonly ScriptStep[]): Promise<string>
  /** The store, to look at from outside. */
  store(): Store
}

export function setStage(): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-faults-")))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const [home, workspace] = [join(root, "home"), join(root, "work")]
  mkdirSync(workspace)
  const env = { ...process.env, HOLDFAST_HOME: home, HOLDFAST_CONFIG: join(root, "config") }
  let scripts = 0
  let looking: Store | undefined
  const stage: Stage = {
    home,
    workspace,
    script(steps) {
      const file = join(root, `script-${scripts++}.json`)
      writeFileSync(file, JSON.stringify(steps))
      return `scripted:${file}`
    },
    async start() {
      const child = fork(join(import.meta.dirname, "server-process.ts"), [], { env, execArgv: ["--no-warnings"] })
      const exited = once(child, "exit")
      const kill = async () => {
        child.kill("SIGKILL")
        await exited
      }
      onTestFinished(kill)
      const ended = exited.then(() => Promise.reject(new Error("The server ended before it answered.")))
      const [address] = (await Promise.race([once(child, "message"), ended])) as [{ url: string; token: string }]
      return { ...address, client: apiClient({ base: address.url, token: address.token }), kill }
    },
    async open(client, steps) {
      const body = { workspace, model: stage.script(steps), permissionMode: "allow" as const }
      return (await client.call("POST /api/sessions", { body })).id
    },
    store() {
      if (looking) return looking
      const opened = openSqliteStore({ directory: home, readOnly: true })
      onTestFinished(() => opened.close())
      looking = opened
      return opened
    },
  }
  return stage
}
