import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { apiClient, type Client } from "../src/client/client.ts"
import { demoProject } from "../src/models/demo/project.ts"
import type { ScriptStep } from "../src/models/script.ts"
import { logTo } from "../src/server/log.ts"
import { startServer } from "../src/server/serve.ts"
import { launchChromium } from "./chromium.ts"
import { buildWeb } from "./web.ts"

// npm run pictures: the pictures of the README, made of a real server with scripted models, in docs/pictures.

const pictures = join(import.meta.dirname, "..", "docs", "pictures")
// Its name is in the pictures.
const root = join(tmpdir(), "ada")
mkdirSync(root)
const env = { ...process.env, HOLDFAST_HOME: join(root, "home"), HOLDFAST_CONFIG: join(root, "config"), USER: "ada" }

let scripts = 0

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

await buildWeb()
const server = await startServer({ env, directory: env.HOLDFAST_HOME, log: logTo(() => undefined) })
let browser: Browser | undefined
try {
  browser = await launchChromium()
  const client = apiClient({ base: server.url, token: server.token })
  const shown = await scene(client)
  const { waiting, working } = shown
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await open(browser, client, `/sessions/${shown.fixed}`, { ...desktop, colorScheme })
    await page.getByRole("button", { name: "Show inspector" }).click()
    await page.getByRole("tab", { name: "Why" }).click()
    await page.getByRole("complementary").getByText("Done and verified").first().waitFor()
    await shoot(page, `session-${colorScheme}`)
    await page.context().close()
  }
  const asking = await open(browser, client, `/sessions/${waiting}`, { ...phone, colorScheme: "light" })
  await asking.getByRole("button", { name: "Once" }).waitFor()
  // Drawn as markdown, which is fetched after the rest.
  await asking.getByRole("log").locator("article[data-kind=answer] code").first().waitFor()
  await shoot(asking, "phone-light")
  await asking.context().close()
  const streaming = await open(browser, client, `/sessions/${working}`, { ...phone, colorScheme: "dark" })
  await streaming.getByText("synchronisation").first().waitFor()
  await shoot(streaming, "phone-dark")
  await streaming.context().close()
} finally {
  await browser?.close()
  await server.close()
  rmSync(root, { recursive: true, force: true })
}

/** Some sessions in every state that a list has. */
async function scene(client: Client): Promise<{ fixed: string; waiting: string; working: string }> {
  const fixed = await said(client, "till", "demo", "Mend the failing test")
  await stopped(client, fixed)
  await stopped(
    client,
    await said(client, "kelp", script([{ text: "Three of them take over a second." }]), "Which tests are slow?"),
  )
  const removal = { name: "bash", arguments: { command: "git push --force origin main" } }
  const words =
    "The branch is rebased on `main`, and all 214 tests pass. To publish it I have to overwrite what is there."
  const waiting = await said(
    client,
    "kelp",
    script([{ text: words, toolCalls: [removal] }]),
    "Rebase and publish the branch",
  )
  const story = Array.from(
    { length: 200 },
    (_, n) =>
      `${n + 1}. At **synchronisation point ${n + 1}** the parser skips to the next \`;\` or \`}\` and goes on.\n`,
  )
  const slow: ScriptStep = { text: story.join(""), chunkChars: 12, chunkDelayMs: 60 }
  const working = await said(client, "kelp", script([slow]), "Explain how the parser recovers from errors")
  return { fixed, waiting, working }
}

function script(steps: readonly ScriptStep[]): string {
  const file = join(root, `script-${scripts++}.json`)
  writeFileSync(file, JSON.stringify(steps))
  return `scripted:${file}`
}

async function said(client: Client, project: string, model: string, text: string): Promise<string> {
  const workspace = join(root, project)
  mkdirSync(workspace, { recursive: true })
  if (model === "demo") {
    for (const { path, content } of demoProject()) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true })
      writeFileSync(join(workspace, path), content)
    }
  }
  const body = { workspace, model, mode: "execute" as const, permissionMode: "workspace-write" as const }
  const { id } = await client.call("POST /api/sessions", { body })
  await client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text } })
  return id
}

async function stopped(client: Client, id: string): Promise<void> {
  for (;;) {
    const { state } = await client.call("GET /api/sessions/:id", { params: { id } })
    if (state.branch.stop && !state.log.turn) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function open(on: Browser, client: Client, path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await on.newContext({ reducedMotion: "reduce", ...options })
  const page = await context.newPage()
  const { link } = await client.call("POST /api/links", {})
  await page.goto(link)
  await page.waitForURL((url) => url.pathname === "/")
  await page.goto(new URL(path, server.url).href)
  await page.getByRole("log").locator("article").first().waitFor()
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  const path = join(pictures, `${name}.png`)
  await page.screenshot({ path, animations: "disabled" })
  console.log(path)
}
