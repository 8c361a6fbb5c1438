import { specialItemIds } from "../../event/done.ts"
import type { Event } from "../../event.ts"
import type { Partials } from "../../partial.ts"
import { checkEventOf, isOfCheck } from "../check-event.ts"
import type { Item } from "./item.ts"
import { add, begin, end, type Items, type Shows, update } from "./items.ts"

/** What was done, asked and proven. */
export const workedShows: Shows = {
  "tool.called": (items, event) => {
    const { call, name, arguments: args, repaired = [] } = event.data
    if (isOfCheck(event)) {
      if (typeof args.command === "string") items.checkCommands.set(call, args.command)
      return
    }
    items.tools.delete(call) // models use ids again
    update(tool(items, event, call), { name, arguments: args, repaired })
  },
  "tool.started": (items, event, partials) => {
    if (isOfCheck(event)) return showCheck(items, event, partials)
    const { call, readOnly, job } = event.data
    update(tool(items, event, call), {
      state: "running",
      output: partials.get(event.seq)?.output ?? "",
      startedAt: event.seq,
      since: event.at,
      readOnly,
      job: job ? shownJob(job) : null,
    })
  },
  "tool.finished": (items, event, partials) => {
    if (isOfCheck(event)) return showCheck(items, event, partials)
    const { call, status, output, changed, uncovered = null, usage = null } = event.data
    const { exitCode = null, durationMs = null } = event.data
    const { text, whole = null } = output
    const outcome = { state: status, output: text, whole, changed, uncovered, exitCode, durationMs, usage }
    end(items, tool(items, event, call), outcome)
  },

  "ask.opened": (items, { seq, at, turn = null, data }) => {
    const { ask, kind, question, options = [], details = null } = data
    const { call = null, tool: name = null, subject = null, rule = null, round = null } = data
    const waiting = { state: "open", answer: null, verdict: null, scope: null, answered: null, reason: null } as const
    const about = { call, tool: name, subject, rule, round }
    items.asks.set(
      ask,
      begin(items, { kind: "ask", seq, at, turn, ask, as: kind, question, options, details, ...about, ...waiting }),
    )
  },
  "ask.answered": (items, { by, at, data }) => {
    const { answer: verdict, text, choice, scope = null } = data
    const answer = text ?? choice ?? verdict
    end(items, items.asks.get(data.ask), { state: "answered", answer, verdict, scope, answered: { by, at } })
  },
  "ask.expired": (items, { data }) => end(items, items.asks.get(data.ask), { state: "expired", reason: data.reason }),

  "done.defined": (items, event) => showTodos(items, event),
  "done.changed": (items, event) => showTodos(items, event),
  "done.verification-planned": (items, { data }) => {
    items.plans.set(data.attempt, data)
  },
  "done.verification-started": showCheck,
  "done.verification-finished": showCheck,
  "done.verification-gone-stale": (items, { data }) => {
    for (const item of items.checks.values()) {
      if (item.attempt === data.attempt && item.state === "passed")
        update(item, { state: "stale", stale: data.because })
    }
  },
}

function showCheck(items: Items, event: Event, partials: Partials): void {
  const happened = checkEventOf(event)
  if (happened === null) return
  const { key, attempt, check, startedAt } = happened
  if (happened.is === "started") {
    const output = partials.get(event.seq)?.output ?? ""
    addCheck(items, event, { key, startedAt, attempt, check, command: happened.command, output })
    return
  }
  const { status, summary, output, changed = [], uncovered = null, exitCode = null } = happened
  // The turn ended before it ran.
  if (status === "planned") return
  const known = items.checks.get(key) ?? addCheck(items, event, { key, startedAt, attempt, check })
  const { text = summary, whole = null } = output ?? {}
  end(items, known, { state: status, summary, output: text, whole, exitCode, changed, uncovered })
}

function tool(items: Items, event: Event, call: string): Item<"tool"> {
  const { seq, at, turn = null, step = null } = event
  const known = items.tools.get(call)
  if (known) return known
  const item = begin<Item<"tool">>(items, {
    kind: "tool",
    seq,
    at,
    turn,
    step,
    call,
    name: "",
    arguments: {},
    repaired: [],
    startedAt: null,
    since: null,
    readOnly: null,
    job: null,
    state: "called",
    output: "",
    whole: null,
    changed: [],
    uncovered: null,
    exitCode: null,
    durationMs: null,
    usage: null,
  })
  items.tools.set(call, item)
  return item
}

type Job = NonNullable<Event<"tool.started">["data"]["job"]>

function shownJob(job: Job): Item<"tool">["job"] {
  const { id, command, cwd, background = false, timeLimitMs = null } = job
  return { id, command, cwd, background, timeLimitMs }
}

type StartedCheck = {
  key: string
  startedAt: number | null
  attempt: string
  check: string
  command?: string | null
  output?: string
}

function addCheck(
  items: Items,
  event: Event,
  { key, startedAt, command, output = "", ...of }: StartedCheck,
): Item<"check"> {
  const { seq, at, turn = null } = event
  const plan = items.plans.get(of.attempt)
  const planned = plan?.checks.find(({ id }) => id === of.check)
  const item = begin<Item<"check">>(items, {
    kind: "check",
    seq,
    at,
    turn,
    startedAt: startedAt ?? seq,
    ...of,
    attemptNumber: plan?.number ?? null,
    command: command ?? items.checkCommands.get(key) ?? planned?.command ?? "",
    as: planned?.kind ?? null,
    strength: planned?.strength ?? null,
    source: planned?.source ?? null,
    state: "running",
    summary: null,
    output,
    whole: null,
    exitCode: null,
    changed: [],
    uncovered: null,
    stale: null,
  })
  items.checks.set(key, item)
  return item
}

function showTodos(items: Items, event: Event<"done.defined" | "done.changed">): void {
  const { seq, at, turn = null, data } = event
  const known = items.todos.get(turn)
  const todos = data.items?.filter(({ id }) => id !== specialItemIds.work && id !== specialItemIds.proof)
  if (!todos || (!known && todos.length === 0)) return
  if (known) update(known, { items: todos, changedAt: at })
  else items.todos.set(turn, add(items, { kind: "todos", seq, at, turn, items: todos, changedAt: at }))
}
