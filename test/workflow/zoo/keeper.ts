import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import {
  type Event,
  type EventType,
  isKnown,
  type Message,
  type Model,
  openAgent,
  scriptedModel,
} from "../../../src/index.ts"
import type { Animal, Expected } from "./animal.ts"

/** One test for each. */
export function zoo(animals: readonly Animal[]): void {
  for (const animal of animals) {
    const test = animal.fault === undefined ? it : it.fails
    test(animal.name, async () => expectSeen(await watch(animal), animal.expected))
  }
}

/** What became of a turn, in the words of `Expected`. */
type Seen = {
  stop: string[]
  told: string[]
  checks: string[]
  missing: string[]
  files: Record<string, string | null>
}

/** Lets a model loose on its task, in a project of its own, with a real store and real commands. */
async function watch(animal: Animal): Promise<Seen> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-zoo-")))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const workspace = join(home, animal.place ?? "project")
  for (const [path, text] of Object.entries(animal.project)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  if (animal.git !== false) execFileSync("git", ["init", "--quiet"], { cwd: workspace })
  const { model, heard } = overheard(scriptedModel("scripted:animal", animal.steps))
  const agent = openAgent({
    directory: join(home, "data"),
    workspace,
    model,
    noAsk: true,
    limits: { nudges: 2, ...animal.limits },
    env: { ...process.env, HOLDFAST_CONFIG: join(home, "config") },
  })
  onTestFinished(() => agent.close())
  const session = await agent.open({ permissionMode: animal.permissionMode ?? "allow" })
  if (animal.mode) {
    await agent.store.append(session, [{ type: "session.configured", data: { mode: animal.mode } }], "intent")
  }
  await agent.send(session, animal.task)
  await agent.drive(session)
  const events = (await Array.fromAsync(agent.store.read(session))).filter(isKnown)
  return {
    stop: of(events, "turn.stopped").map(({ data }) => data.code),
    told: (heard.at(-1) ?? []).filter(isSentBack).map(({ text }) => text),
    checks: checksIn(events),
    missing: of(events, "turn.stopped").flatMap(({ data }) => data.missing ?? []),
    files: Object.fromEntries(
      Object.keys(animal.expected.files ?? {}).map((path) => [path, textAt(join(workspace, path))]),
    ),
  }
}

/** Whole, so that a failure shows everything that became of the turn. */
function expectSeen(seen: Seen, { stop, told = [], checks, missing = [], files = {} }: Expected): void {
  expect(seen).toEqual({
    stop: [stop],
    told: told.map((named) => expect.stringMatching(named)),
    checks: checks ?? seen.checks,
    missing: missing.map((named) => expect.stringMatching(named)),
    files,
  })
}

function overheard(model: Model): { model: Model; heard: (readonly Message[])[] } {
  const heard: (readonly Message[])[] = []
  return {
    heard,
    model: {
      ...model,
      stream(request, signal) {
        heard.push(request.messages)
        return model.stream(request, signal)
      },
    },
  }
}

const marks = ["[COMPLETION CHECK]", "[PENDING WORK REMAINS]", "[DEFINITION OF DONE CHECK FAILED]"]
const isSentBack = ({ role, text }: Message) => role === "user" && marks.some((mark) => text.startsWith(mark))

function of<T extends EventType>(events: readonly Event[], type: T): Event<T>[] {
  return events.filter((event) => event.type === type) as unknown as Event<T>[]
}

function checksIn(events: readonly Event[]): string[] {
  const commands = new Map(of(events, "done.verification-started").map(({ seq, data }) => [seq, data.command]))
  return of(events, "done.verification-finished").map(
    ({ data }) => `${data.status} ${commands.get(data.started) ?? data.check}`,
  )
}

const textAt = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null)
