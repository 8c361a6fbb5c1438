import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join, relative } from "node:path"
import { type Event, isKnown } from "../../src/session/event.ts"
import { contextStart, modelContext } from "../../src/session/view/context.ts"
import { transcript } from "../../src/session/view/transcript.ts"
import type { Store } from "../../src/store/contract.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import type { Fixture } from "./fixture.ts"
import { sessionId } from "./play.ts"
import type { Scenario } from "./scenario.ts"

/** What a run came to, in a form that is the same for every run that came to the same. */
export type Outcome = {
  /** Every file by its path, with mode and content. */
  workspace: Record<string, string>
  notes: Record<string, string>
  /** The log of the session and of each sub-run, without marked interruptions, ids, times and numbers. */
  logs: unknown[]
  transcript: unknown
  /** What the model would be told next. */
  context: unknown
  tokens: { input: number; output: number }
}

/** Reads what a run came to. Changes nothing. */
export async function outcomeOf(fixture: Fixture, scenario: Scenario): Promise<Outcome> {
  const store = openSqliteStore({ directory: fixture.home, readOnly: true })
  try {
    const rows = (await store.list({ limit: 100 })).items
    const others = rows.map(({ id }) => id).filter((id) => id !== sessionId)
    const logs = await Promise.all([sessionId, ...others.sort()].map((id) => readLog(store, id)))
    const [log = []] = logs
    const state = await store.state(sessionId)
    const answers = scenario.script.map(({ text = "" }) => text)
    const kept = logs.map((events) => unmarked(events))
    const items = transcript(kept[0] ?? [])
    const cancelled = new Set(
      log.flatMap((event) => (event.type === "model.interrupted" && !isMark(event.data.reason) ? event.seq : [])),
    )
    const context = modelContext(
      state,
      log.filter(({ seq }) => seq >= contextStart(state)),
    ).filter(({ seq }) => !cancelled.has(seq))
    const { input, output } = state.log.usage.total
    const outcome = {
      logs: kept.map((events) => sizesKnown(events).map((event) => essence(event, answers))),
      transcript: items.map((item) => withoutVolatile(item, answers)),
      context: context.map((message) => withoutVolatile(message, answers)),
    }
    return {
      ...anonymous(outcome, fixture),
      workspace: filesOf(fixture.workspace),
      notes: filesOf(join(fixture.home, "notes"), { flat: true }),
      tokens: { input, output },
    }
  } finally {
    await store.close()
  }
}

export async function readLog(store: Store, id: string): Promise<Event[]> {
  return (await Array.fromAsync(store.read(id))).filter(isKnown)
}

/** Whoever drove was cut off, or left: the call is made again. */
const isMark = (reason: string) => reason === "crashed" || reason === "left"

/**
 * The log as if no crash had interrupted anything, and without who drove. A call of the model that a crash cut off and
 * the one that was made in its place are one.
 */
function unmarked(events: readonly Event[]): Event[] {
  const first = new Map<number, number>()
  const kept: Event[] = []
  let cutOff: number | undefined
  for (const event of events) {
    if (event.type === "session.owned" || event.type === "session.left") continue
    if (event.type === "model.interrupted" && isMark(event.data.reason)) {
      cutOff = first.get(event.data.asked) ?? event.data.asked
    } else if (event.type === "model.asked" && cutOff !== undefined) {
      first.set(event.seq, cutOff)
      cutOff = undefined
    } else kept.push(settling(event, first))
  }
  return kept
}

function settling(event: Event, first: ReadonlyMap<number, number>): Event {
  const { data } = event
  return "asked" in data
    ? ({ ...event, data: { ...data, asked: first.get(data.asked) ?? data.asked } } as Event)
    : event
}

/** How much a model was told after an answer that was cut off depends on how much of that was heard. */
function sizesKnown(events: readonly Event[]): Event[] {
  const cut = events.find((event) => event.type === "model.interrupted")?.seq ?? Number.POSITIVE_INFINITY
  return events.map((event) => {
    if (event.type !== "model.asked" || event.seq < cut) return event
    const { context: _, ...data } = event.data
    return { ...event, data }
  })
}

function essence({ type, turn, step, by, data, key }: Event, answers: readonly string[]): unknown {
  return withoutVolatile({ type, turn, step, by: by.kind, key, data }, answers)
}

/** Numbers of events, times, and hashes of what holds the place of a run. */
const volatile: ReadonlySet<string> = new Set([
  "at",
  "seq",
  "since",
  "startedAt",
  "changedAt",
  "asked",
  "prompt",
  "started",
  "through",
  "retryAt",
  "durationMs",
  "argumentsHash",
  "boot",
  "mark",
  "sections",
])

function withoutVolatile(value: object, answers: readonly string[]): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, part) => {
      if (volatile.has(name)) return undefined
      return isCut(part) ? { ...part, text: beginningOf(String(part.text), answers) } : part
    }),
  )
}

// How much of an answer was heard that a person or the time limit cut off differs from run to run; that it is the beginning of one does not.
function isCut(part: unknown): part is { text: string } {
  if (typeof part !== "object" || part === null) return false
  const cut: { reason?: unknown; kind?: unknown; state?: unknown } = part
  return (
    cut.reason === "cancelled" || cut.reason === "time-limit" || (cut.kind === "answer" && cut.state === "interrupted")
  )
}

function beginningOf(text: string, answers: readonly string[]): string {
  return answers.some((answer) => answer.startsWith(text)) ? "(the beginning of an answer)" : text
}

/** Ids in the order in which they come up, and no place of this run. */
function anonymous<T>(value: T, { root }: Fixture): T {
  const ids = new Map<string, string>()
  const text = JSON.stringify(value)
    .replaceAll(root, "(root)")
    .replace(/\.holdfast-[0-9a-f]+\.tmp/g, "(staged)")
    .replace(/home\/notes\/[0-9a-f]+/g, "home/notes/(project)")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const known = ids.get(id) ?? `(id ${ids.size + 1})`
      ids.set(id, known)
      return known
    })
    .replace(/The turn took \d+ seconds/g, "The turn took (some) seconds")
    // A sub-run is known by the event that began it, whose number is another after a crash.
    .replace(/"explore (\(id \d+\)) \d+"/g, '"explore $1 (seq)"')
  return JSON.parse(text)
}

export function filesOf(directory: string, { flat = false } = {}): Record<string, string> {
  const files: Record<string, string> = {}
  const walk = (path: string) => {
    for (const name of readdirSync(path)) {
      if (name === ".git") continue
      const file = join(path, name)
      const found = lstatSync(file)
      const mode = (found.mode & 0o777).toString(8)
      const shown = flat ? name : relative(directory, file)
      if (found.isDirectory()) {
        if (!flat) files[shown] = `${mode} directory`
        walk(file)
      } else if (found.isSymbolicLink()) files[shown] = `link to ${readlinkSync(file)}`
      else files[shown] = `${mode} ${readFileSync(file, "latin1")}`
    }
  }
  walk(directory)
  return files
}
