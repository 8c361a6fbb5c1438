import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { onTestFinished } from "vitest"
import { buildWeb } from "../../scripts/web.ts"
import { apiClient, type Client } from "../../src/client/client.ts"
import type { ScriptStep } from "../../src/models/script.ts"
import type { PermissionMode, WorkflowMode } from "../../src/session/event/common.ts"
import { bin } from "../cli/scene.ts"
import { browser } from "./browser.ts"

export type Opened = {
  steps: readonly ScriptStep[]
  title?: string
  permissionMode?: PermissionMode
  mode?: WorkflowMode | null
  workspace?: string
}

/** A real `holdfast serve` in a process of its own, with scripted models and a browser that was let in. */
export type Site = {
  url: string
  home: string
  workspace: string
  client: Client
  /** The lines of the log of all servers so far. */
  lines: readonly string[]
  put(path: string, content: string): void
  script(steps: readonly ScriptStep[]): string
  /** A session whose model says this; it works at once, and may do everything, unless told otherwise. */
  open(options: Opened): Promise<string>
  /** A page in a browser that was let in; without a path, the start page. */
  page(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** Another tab of the same browser. */
  tab(page: Page, path?: string): Promise<Page>
  /** kill -9. */
  kill(): Promise<void>
  /** The server hangs: it takes connections and says nothing. `wake` lets it go on. */
  hang(): void
  wake(): void
  /** Starts a server again, at the same address, on the same data. */
  start(): Promise<void>
}

/** Sets up a site for one test. Errors on its pages, and requests to others, fail the test. */
export async function setSite({ env: extra = {} }: { env?: NodeJS.ProcessEnv } = {}): Promise<Site> {
  await buildWeb()
  const root = mkdtempSync(join(tmpdir(), "holdfast-web-"))
  const [home, workspace] = [join(root, "home"), join(root, "kelp")]
  mkdirSync(workspace)
  const env = { ...process.env, HOLDFAST_HOME: home, HOLDFAST_CONFIG: join(root, "config"), ...extra }
  const lines: string[] = []
  const contexts = new Set<BrowserContext>()
  let child: ChildProcess | undefined
  let port = 0
  let link = ""
  let scripts = 0

  const site: Site = {
    url: "",
    home,
    workspace,
    client: apiClient(),
    lines,
    put(path, content) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true })
      writeFileSync(join(workspace, path), content)
    },
    script(steps) {
      const file = join(root, `script-${scripts++}.json`)
      writeFileSync(file, JSON.stringify(steps))
      return `scripted:${file}`
    },
    async open({ steps, title, permissionMode = "allow", mode = "execute", workspace: place = workspace }) {
      const body = { workspace: place, model: site.script(steps), permissionMode, mode, ...(title ? { title } : {}) }
      return (await site.client.call("POST /api/sessions", { body })).id
    },
    async page(path = "/", options = {}) {
      const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...options })
      contexts.add(context)
      const { link: own } = await site.client.call("POST /api/links", {})
      const page = await context.newPage()
      watch(page)
      await page.goto(own)
      await page.waitForURL(site.url)
      if (path !== "/") await page.goto(site.url + path.slice(1))
      return page
    },
    async tab(page, path = "/") {
      const tab = await page.context().newPage()
      watch(tab)
      await tab.goto(site.url + path.slice(1))
      return tab
    },
    async kill() {
      if (!child) return
      const ended = once(child, "exit")
      child.kill("SIGKILL")
      await ended
      child = undefined
    },
    hang: () => void child?.kill("SIGSTOP"),
    wake: () => void child?.kill("SIGCONT"),
    async start() {
      const started = spawn(process.execPath, [bin, "serve", "--port", String(port), "--json"], {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      })
      child = started
      createInterface({ input: started.stderr }).on("line", (line) => lines.push(line))
      const line = await Promise.race([
        once(createInterface({ input: started.stdout }), "line").then(([text]) => String(text)),
        once(started, "exit").then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${lines.join("\n")}`))),
      ])
      const served = JSON.parse(line) as { url: string; link: string; tokenFile: string }
      link = served.link
      port = Number(new URL(served.url).port)
      site.url = new URL("/", link).href
      site.client = apiClient({ base: served.url, token: readFileSync(served.tokenFile, "utf8").trim() })
    },
  }
  const troubles: string[] = []
  const watch = (page: Page) => {
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url())
      const isOwn = origin === new URL(site.url).origin || protocol === "data:" || protocol === "blob:"
      if (!isOwn) troubles.push(`It asked another server: ${request.url()}`)
    })
    page.on("pageerror", (error) => troubles.push(`${error.name}: ${error.message}`))
    page.on("console", (message) => {
      const text = message.text()
      // A breach of the content security policy is told here too. What the network says of a server that was killed is
      // no fault of the page.
      if (message.type() === "error" && !/Failed to load resource|net::ERR_/.test(text)) troubles.push(text)
    })
  }
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") await picture([...contexts].flatMap((context) => context.pages()))
    for (const context of contexts) await context.close()
    await site.kill()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    if (troubles.length > 0) throw new Error(`The page said:\n${troubles.join("\n")}`)
  })
  await site.start()
  return site
}

const pictures = fileURLToPath(new URL("../../node_modules/.cache/holdfast-web-failures", import.meta.url))

async function picture(pages: readonly Page[]): Promise<void> {
  for (const [at, page] of pages.entries()) {
    const path = join(pictures, `${Date.now()}-${at}.png`)
    await page.screenshot({ path })
    console.error(`This is what a person saw: ${path}`)
  }
}
