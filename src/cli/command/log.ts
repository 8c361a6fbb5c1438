import { oneLine } from "../../base/plain-words.ts"
import { clock, day } from "../../base/time-text.ts"
import type { Event, ForeignEvent } from "../../session/event.ts"
import type { Damage, ReadOptions, Store } from "../../store/contract.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { summaryOf, typeWidth } from "../text/event-summary.ts"
import { cut, pad } from "../text/width.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  if (args.flag("follow") && (args.flag("reverse") || args.flag("before"))) {
    throw new UsageError(
      "--follow starts at the newest event and cannot be combined with --reverse or --before.",
      "log",
    )
  }
  return withSessions("look", async (store) => {
    const { id, seq: head } = await findSession(store, typed)
    const print = printerFor(terminal)
    const wanted = filterFor(args)
    const damaged = await printStored(store, id, args, { wanted, print, head, signal: terminal.signal })
    if (args.flag("follow")) await printLive(store, id, head, { wanted, print, signal: terminal.signal })
    return damaged ? 1 : 0
  })
}

type Entry = { event: Event | ForeignEvent } | { damage: Damage }

type Printing = {
  wanted: (event: { type: string }) => boolean
  print: (entry: Entry) => Promise<void>
  signal: AbortSignal
}

/** Prints the existing events; true if some were damaged. */
async function printStored(
  store: Store,
  id: string,
  args: Arguments,
  { wanted, print, head, signal }: Printing & { head: number },
): Promise<boolean> {
  const follow = args.flag("follow")
  const limit = args.number("limit") ?? Number.POSITIVE_INFINITY
  // With --follow the newest events are wanted: read backwards, then print in order.
  const newest = follow && limit < Number.POSITIVE_INFINITY
  const reverse = args.flag("reverse") || newest
  const { damage, onDamage, before } = damageInOrder(reverse ? "down" : "up")
  const held: Entry[] = []
  const give = async (entries: readonly Entry[]) => {
    for (const entry of entries) await (newest ? void held.unshift(entry) : print(entry))
  }
  const options: ReadOptions = {
    after: args.number("after") ?? 0,
    before: follow ? head + 1 : (args.number("before") ?? Number.MAX_SAFE_INTEGER),
    reverse,
    onDamage,
  }
  let printed = 0
  for await (const event of store.read(id, options)) {
    if (signal.aborted || printed >= limit) break
    await give(before(event.seq))
    if (!wanted(event)) continue
    await give([{ event }])
    printed++
  }
  if (printed < limit) await give(before(reverse ? 0 : Number.POSITIVE_INFINITY))
  for (const entry of held) await print(entry)
  return damage.size > 0
}

/** Merges the damage that the store reports per range into the events, at its position. */
function damageInOrder(direction: "up" | "down") {
  const damage = new Map<number, Damage>()
  const shown = new Set<number>()
  return {
    damage,
    onDamage: (found: Damage) => void damage.set(found.from, found),
    before(seq: number): Entry[] {
      const due = [...damage.values()].filter(
        ({ from }) => !shown.has(from) && (direction === "up" ? from < seq : from > seq),
      )
      for (const { from } of due) shown.add(from)
      return due
        .sort((a, b) => (direction === "up" ? a.from - b.from : b.from - a.from))
        .map((each) => ({ damage: each }))
    },
  }
}

async function printLive(store: Store, id: string, after: number, { wanted, print, signal }: Printing): Promise<void> {
  for await (const item of store.follow(id, { after, signal })) {
    if (signal.aborted) return
    // Deltas are not events; the outcome will be one.
    if ("type" in item && wanted(item)) await print({ event: item })
  }
}

function filterFor(args: Arguments): (event: { type: string }) => boolean {
  const types = args.texts("type")
  if (types.length === 0) return () => true
  return ({ type }) => types.some((wanted) => type === wanted || type.startsWith(`${wanted}.`))
}

function printerFor(terminal: Terminal): (entry: Entry) => Promise<void> {
  if (terminal.json) {
    return (entry) => terminal.printJson("event" in entry ? entry.event : { damage: entry.damage }, "line")
  }
  let today = ""
  return async (entry) => {
    if ("damage" in entry) return terminal.print(damageLine(entry.damage, terminal))
    const date = day(entry.event.at)
    // A terminal shows the day once; in a pipe each line is complete.
    if (terminal.width !== undefined && date !== today) await terminal.print(terminal.paint.dim(`       ${date}`))
    today = date
    await terminal.print(eventLine(entry.event, terminal))
  }
}

function eventLine(event: Event | ForeignEvent, { paint, width }: Terminal): string {
  const time = width === undefined ? `${day(event.at)} ${clock(event.at)}` : clock(event.at)
  const who = oneLine(event.by.name)
  const whoWidth = width !== undefined && width < 100 ? 8 : 14
  const isNarrow = width !== undefined && width < narrow.below
  const columns = [
    pad(String(event.seq), 5, "left"),
    time,
    pad(width === undefined ? who : cut(who, whoWidth), whoWidth),
    isNarrow ? pad(cut(oneLine(event.type), narrow.typeWidth), narrow.typeWidth) : pad(oneLine(event.type), typeWidth),
  ]
  const used = columns.join("  ").length + 2
  const summary = width === undefined ? summaryOf(event) : cut(summaryOf(event), Math.max(12, width - used))
  const [seq = "", at = "", by = "", type = ""] = columns
  return [paint.dim(seq), paint.dim(at), by, paint.cyan(type), summary].join("  ").trimEnd()
}

function damageLine({ from, to, what }: Damage, { paint }: Terminal): string {
  const where = from === to ? `event ${from}` : `events ${from} to ${to}`
  return paint.red(`    x  damaged: ${where} cannot be read (${oneLine(what)})`)
}

/** On narrow terminals, shortens the event type rather than the summary. */
const narrow = { below: 120, typeWidth: 18 } as const
