import { type ChildProcess, spawn } from "node:child_process"
import { EventEmitter, once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"
import { bin } from "../../cli/scene.ts"
import type { Fixture } from "../server-fixture.ts"

/** A time in which no server was there, from the kill to the first answer of the next one. */
type Away = { from: number; to: number }

/** `holdfast serve` as a process that is killed and comes back at the same address. */
export type MortalServer = {
  url: string
  token: string
  away: readonly Away[]
  /** Settles when it answers: at once, unless it is dead. */
  up(): Promise<void>
  /** SIGKILL, and another one. */
  killAndRestart(): Promise<void>
  /** SIGTERM: how it ended. */
  end(): Promise<number | NodeJS.Signals>
}

export async function mortalServer(fixture: Fixture): Promise<MortalServer> {
  const port = await freePort()
  const born = new EventEmitter().setMaxListeners(0)
  const away: Away[] = []
  let isUp = false
  let token = ""
  let living: { child: ChildProcess; ended: Promise<number | NodeJS.Signals> } | undefined

  const start = async () => {
    const argv = [bin, "serve", "--port", String(port), "--resume", "auto", "--log-level", "error", "--json"]
    const child = spawn(process.execPath, argv, { env: fixture.env, stdio: ["ignore", "pipe", "pipe"] })
    onTestFinished(() => void child.kill("SIGKILL"))
    createInterface({ input: child.stderr }).on("line", (line) => fixture.lines.push(line))
    const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
    living = { child, ended }
    const line = await Promise.race([
      once(createInterface({ input: child.stdout }), "line").then(([text]) => String(text)),
      ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${fixture.lines.slice(-20).join("\n")}`))),
    ])
    const { tokenFile } = JSON.parse(line) as { tokenFile?: string }
    if (tokenFile === undefined) throw new Error(`it does not serve: ${line}`)
    token = readFileSync(tokenFile, "utf8").trim()
    isUp = true
    born.emit("up")
  }
  const signal = async (name: "SIGKILL" | "SIGTERM") => {
    isUp = false
    living?.child.kill(name)
    return (await living?.ended) ?? 0
  }

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    away,
    async up() {
      if (!isUp) await once(born, "up")
    },
    async killAndRestart() {
      const from = performance.now()
      await signal("SIGKILL")
      await start()
      away.push({ from, to: performance.now() })
    },
    end: () => signal("SIGTERM"),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
