import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { type Event, type EventType, isKnown, type Model, openAgent, scriptedModel } from "../../../src/index.ts"
import type { Animal } from "./animal.ts"

/** One test for each. */
export function zoo(animals: readonly Animal[]): void {
  for (const animal of animals) {
    it(animal.name, async () => expectSeen(await watch(animal), animal))
  }
}

/** What became of a turn, in the words of `Expected`. */
type Seen = {
  stop: string[]
  summary: string
  pushBacks: string[]
  checks: string[]
  missing: string[]
  changes: string[]
  requests: number
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
  const { model, requests } = counted(scriptedModel("scripted:animal", animal.steps), animal)
  const agent = openAgent({
    directory: join(home, "data"),
    workspace,
    model,
    noAsk: true,
    ...(animal.limits ? { limits: animal.limits } : {}),
    env: { ...process.env, HOLDFAST_CONFIG: join(home, "config") },
  })
  onTestFinished(() => agent.close())
  const session = await agent.open({ permissionMode: animal.permissionMode ?? "allow" })
  if (animal.mode) {
    await agent.store.append(session, [{ type: "session.configured", data: { mode: animal.mode } }], "intent")
  }
  await agent.send(session, animal.task)
  const { state } = await agent.drive(session)
  for (const { ask, kind } of state.log.asks.open) {
    if (kind === "plan") await agent.answer(session, ask, { answer: "approve" })
  }
  await agent.drive(session)
  // A plan that a person asked for waits for approval.
  for (const { ask } of (await agent.store.state(session)).log.asks.open) {
    await agent.answer(session, ask, { answer: "approve" })
    await agent.drive(session)
  }
  const events = (await Array.fromAsync(agent.store.read(session))).filter(isKnown)
  const [stop] = of(events, "turn.stopped").map(({ data }) => data)
  const sent = of(events, "workflow.noted").flatMap(({ data }) => ("message" in data ? [data.summary] : []))
  return {
    stop: of(events, "turn.stopped").map(({ data }) => data.code),
    summary: stop?.summary ?? "",
    pushBacks: sent.map((summary) => summary.replace(/^completion: /, "")),
    checks: checksIn(events),
    missing: stop?.missing ?? [],
    changes: (stop?.facts?.files ?? []).map(({ change, kind, path }) => [change, kind, path].filter(Boolean).join(" ")),
    requests: requests.count,
    files: Object.fromEntries(
      Object.keys(animal.expected.files ?? {}).map((path) => [path, textAt(join(workspace, path))]),
    ),
  }
}

/** Whole, so that a failure shows everything that became of the turn. */
function expectSeen(seen: Seen, { expected, steps }: Animal): void {
  const { stop, summary, pushBacks = [], checks, missing = [], changes, files = {} } = expected
  // An honest turn costs not one request more than the model itself needs.
  const requests = expected.requests ?? (pushBacks.length === 0 ? steps.length : seen.requests)
  expect(seen).toEqual({
    stop: [stop],
    summary: summary ? expect.stringMatching(summary) : seen.summary,
    pushBacks: pushBacks.map((named) => expect.stringMatching(named)),
    checks: checks ?? seen.checks,
    missing: missing.map((named) => expect.stringMatching(named)),
    changes: changes ?? seen.changes,
    requests,
    files,
  })
}

function counted(model: Model, { weak }: Animal): { model: Model; requests: { count: number } } {
  const requests = { count: 0 }
  const profile = { toolFormat: "native", strength: "weak", strictness: "standard", source: "set" } as const
  return {
    requests,
    model: {
      ...model,
      ...(weak ? { profile } : {}),
      stream(request, signal) {
        requests.count += 1
        return model.stream(request, signal)
      },
    },
  }
}

function of<T extends EventType>(events: readonly Event[], type: T): Event<T>[] {
  return events.filter((event) => event.type === type) as unknown as Event<T>[]
}

function checksIn(events: readonly Event[]): string[] {
  const commands = new Map(of(events, "tool.called").map(({ data }) => [data.call, data.arguments.command]))
  return of(events, "tool.finished").flatMap(({ data: { call, check } }) =>
    check ? [`${check.status} ${commands.get(call)}`] : [],
  )
}

const textAt = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : null)
