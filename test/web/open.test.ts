import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { bin } from "../cli/scene.ts"
import { browser } from "./browser.ts"

it("opens the browser signed in, with the code in the arguments of no process", async () => {
  const root = mkdtempSync(join(tmpdir(), "holdfast-open-"))
  const [programs, asked, home] = [join(root, "bin"), join(root, "asked"), join(root, "home")]
  mkdirSync(programs)
  writeFileSync(
    join(programs, "xdg-open"),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${asked}.part' && mv '${asked}.part' '${asked}'\n`,
  )
  chmodSync(join(programs, "xdg-open"), 0o755)
  const env = {
    ...process.env,
    HOLDFAST_HOME: home,
    HOLDFAST_CONFIG: join(root, "config"),
    PATH: `${programs}${delimiter}${process.env.PATH}`,
  }
  const server = spawn(process.execPath, [bin, "serve", "--port", "0", "--open", "--json"], { env, cwd: root })
  const ended = once(server, "exit")
  onTestFinished(async () => {
    server.kill("SIGKILL")
    await ended
    rmSync(root, { recursive: true, force: true })
  })
  await expect.poll(() => existsSync(asked), { timeout: 60_000 }).toBe(true)
  const given = readFileSync(asked, "utf8").trim()
  expect(given).not.toContain("code")
  const file = fileURLToPath(given)
  const [code = ""] = /(?<=code=)[^"&]+/.exec(readFileSync(file, "utf8")) ?? []
  expect(code.length).toBeGreaterThan(20)
  expect(given).not.toContain(code)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const context = await (await browser()).newContext()
  const page = await context.newPage()
  await page.goto(given)
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect((await context.cookies()).map(({ httpOnly }) => httpOnly)).toEqual([true])
  await context.close()

  server.kill("SIGINT")
  await ended
  expect(existsSync(file)).toBe(false)
})
