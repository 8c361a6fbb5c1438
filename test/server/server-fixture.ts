import { EventEmitter, once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { Delta, Event, ForeignEvent, Store } from "../../src/index.ts"
import type { ScriptStep } from "../../src/models/script.ts"
import { logTo } from "../../src/server/log.ts"
import { type RunningServer, type ServeOptions, startServer } from "../../src/server/serve.ts"

/** A place for servers: a data directory, a workspace and scripted models. */
export type Fixture = {
  env: NodeJS.ProcessEnv
  home: string
  workspace: string
  /** The lines of all logs so far. */
  lines: string[]
  /** Settles when a line of a log has this text. */
  logged(text: string): Promise<void>
  /** The name of a model that says this. */
  script(steps: readonly ScriptStep[]): string
  start(options?: ServeOptions): Promise<RunningServer>
  /** A session whose model says this, and which may do everything. */
  open(server: RunningServer, steps: readonly ScriptStep[]): Promise<string>
}

export function prepareFixture(): Fixture {
  const root = mkdtempSync(join(tmpdir(), "holdfast-engine-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const [home, workspace] = [join(root, "home"), join(root, "work")]
  mkdirSync(workspace)
  const env = { ...process.env, HOLDFAST_HOME: home, HOLDFAST_CONFIG: join(root, "config") }
  const lines: string[] = []
  const written = new EventEmitter()
  let scripts = 0
  const fixture: Fixture = {
    env,
    home,
    workspace,
    lines,
    async logged(text) {
      for (let from = 0; !lines.slice(from).some((line) => line.includes(text)); ) {
        from = lines.length
        await once(written, "line")
      }
    },
    script(steps) {
      const file = join(root, `script-${scripts++}.json`)
      writeFileSync(file, JSON.stringify(steps))
      return `scripted:${file}`
    },
    async start(options = {}) {
      const write = (line: string) => {
        lines.push(line)
        written.emit("line")
      }
      const server = await startServer({ env, log: logTo(write, "debug"), ...options })
      onTestFinished(() => server.close())
      return server
    },
    open: ({ context }, steps) =>
      context.agent.open({ workspace, model: fixture.script(steps), permissionMode: "allow" as const }),
  }
  return fixture
}

/** Says something to a session, as a handler does. */
export async function say({ context }: RunningServer, session: string, text = "What is in the README?"): Promise<void> {
  await context.agent.send(session, text)
  context.conductor.wake(session)
}

type Item = Event | ForeignEvent | Delta

/** Waits for an event or a piece of streamed output, and gives it. */
export async function seen(store: Store, session: string, expected: (item: Item) => boolean): Promise<Item> {
  for await (const item of store.follow(session, { after: 0 })) if (expected(item)) return item
  throw new Error("the log ended")
}

/** How the turn of a session stopped. */
export async function stopOf(store: Store, session: string): Promise<string> {
  const event = (await seen(store, session, (item) => "type" in item && item.type === "turn.stopped")) as Event
  return (event.data as { code: string }).code
}

/** What was said in a session, by type. */
export async function eventsIn(store: Store, session: string, type: string): Promise<Event[]> {
  const found: Event[] = []
  for await (const event of store.read(session)) if (event.type === type) found.push(event as Event)
  return found
}
