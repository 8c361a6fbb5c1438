import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { apiClient, type Client } from "../../src/client/client.ts"
import type { ScriptStep } from "../../src/models/script.ts"
import { logTo } from "../../src/server/log.ts"
import { type RunningServer, startServer } from "../../src/server/serve.ts"

/** A server in this process, on a data directory of its own, with a workspace and scripted models. */
export type Scene = {
  server: RunningServer
  client: Client
  home: string
  workspace: string
  /** The lines of the log so far. */
  lines: string[]
  /** The name of a model that says this. */
  script(steps: readonly ScriptStep[]): string
  /** A session with a scripted model, which may do everything in the workspace. */
  open(steps: readonly ScriptStep[]): Promise<string>
  /** Stops the server in order and starts another one on the same data. */
  restart(): Promise<void>
}

export async function setScene(): Promise<Scene> {
  const root = mkdtempSync(join(tmpdir(), "holdfast-server-"))
  const home = join(root, "home")
  const workspace = join(root, "work")
  mkdirSync(workspace, { recursive: true })
  const env = { ...process.env, HOLDFAST_HOME: home, HOLDFAST_CONFIG: join(root, "config") }
  const lines: string[] = []
  const start = () => startServer({ env, log: logTo((line) => void lines.push(line), "debug") })
  const server = await start()
  let scripts = 0
  const scene: Scene = {
    server,
    client: apiClient({ base: server.url, token: server.token }),
    home,
    workspace,
    lines,
    script(steps) {
      const file = join(root, `script-${scripts++}.json`)
      writeFileSync(file, JSON.stringify(steps))
      return `scripted:${file}`
    },
    async open(steps) {
      const body = { workspace, model: scene.script(steps), permissionMode: "allow" as const }
      return (await scene.client.call("POST /api/sessions", { body })).id
    },
    async restart() {
      await scene.server.close()
      scene.server = await start()
      scene.client = apiClient({ base: scene.server.url, token: scene.server.token })
    },
  }
  onTestFinished(async () => {
    await scene.server.close()
    rmSync(root, { recursive: true, force: true })
  })
  return scene
}
