import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { apiClient, type Client } from "../../src/client/client.ts"

/** A real server in a process of its own. */
export type Served = {
  client: Client
  url: string
  token: string
  pid: number
  /** Ends it in order. */
  stop(): Promise<void>
}

export type Serving = {
  /** The directory that all of one run is in. */
  root: string
  /** Where each thread writes what it was busy with. */
  profile?: string | undefined
  /** Where the syncs of the disk are noted, one a line with its time. */
  syncs?: string
}

const bin = join(import.meta.dirname, "..", "..", "bin", "holdfast")

export const homeIn = (root: string) => join(root, "home")

/** Starts `holdfast serve` on any free port, with as many sessions at work at once as are asked for. */
export async function serve({ root, profile, syncs }: Serving): Promise<Served> {
  const env = { ...process.env, HOLDFAST_HOME: homeIn(root), HOLDFAST_CONFIG: join(root, "config") }
  if (profile) mkdirSync(profile, { recursive: true })
  const node = [
    process.execPath,
    ...(profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : []),
    bin,
    ...["serve", "--json", "--port", "0", "--resume", "auto", "--log-level", "warn"],
  ]
  // Only the named calls stop the process: it runs at its own speed otherwise.
  const trace = ["strace", "-f", "--seccomp-bpf", "-qq", "-ttt", "-e", "trace=fsync,fdatasync", "-e", "signal=none"]
  const [program = "", ...args] = syncs ? [...trace, "-o", syncs, ...node] : node
  const log = openSync(join(root, "server.log"), "a")
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", log] })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  try {
    const line = await firstLine(child, root)
    const { url, tokenFile, pid } = JSON.parse(line) as Partial<Record<"url" | "tokenFile", string> & { pid: number }>
    if (!url || !tokenFile || !pid) throw new Error(`the server does not serve: ${line}`)
    const token = readFileSync(tokenFile, "utf8").trim()
    const client = apiClient({ base: url, token })
    await client.call("PATCH /api/settings", { body: { driven: 1000 } })
    const stop = () => {
      process.kill(pid, "SIGTERM")
      return exited
    }
    return { client, url, token, pid, stop }
  } catch (error) {
    child.kill()
    throw error
  }
}

function firstLine({ stdout, ...child }: ChildProcess, root: string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stdout) return reject(new Error("the server has no output"))
    const lines = createInterface({ input: stdout })
    lines.once("line", resolve)
    lines.once("close", () =>
      reject(new Error(`the server ended (${child.exitCode}): see ${join(root, "server.log")}`)),
    )
  })
}
