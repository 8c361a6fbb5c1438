import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { ask, cookieOf } from "./server/ask.ts"

const script = fileURLToPath(new URL("../scripts/start.ts", import.meta.url))

function begin(...args: string[]) {
  const home = mkdtempSync(join(tmpdir(), "holdfast-start-"))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  const env = { ...process.env, HOLDFAST_HOME: join(home, "data"), HOLDFAST_CONFIG: join(home, "config") }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ["ignore", "pipe", "pipe"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  return { child, exit: once(child, "exit"), lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

it("runs a command as it is, with its output and its exit code", async () => {
  const { exit, lines } = begin("show", "nothing", "--json")
  expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({ error: { code: "not-found" } })
  expect(await exit).toEqual([1, null])
})

it("serves the page that it has built, in its own process, and stops in order at a signal", async () => {
  const { child, exit, lines } = begin("serve", "--port", "0", "--json")
  const { url, link, pid } = JSON.parse((await lines.next()).value ?? "") as { url: string; link: string; pid: number }
  expect(pid).toBe(child.pid)
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const body = `code=${new URL(link).searchParams.get("code")}`
  const cookie = cookieOf(await ask(url, "/login", { method: "POST", headers, body }))
  const page = await ask(url, "/", { headers: { cookie } })
  expect(page.status).toBe(200)
  const parts = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path)
  expect(parts.length).toBeGreaterThan(2)
  for (const path of parts) expect([path, (await ask(url, path)).status]).toEqual([path, 200])
  child.kill("SIGTERM")
  expect(await exit).toEqual([0, null])
})
