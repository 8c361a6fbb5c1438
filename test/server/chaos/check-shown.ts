import { expect } from "vitest"
import type { Event } from "../../../src/session/event.ts"
import { eventsOf } from "./check-log.ts"
import type { MortalServer } from "./mortal-server.ts"
import { type Plot, tickOutput } from "./plot.ts"
import type { Shown, ShownTexts } from "./shown-texts.ts"

/** What a crash may take with it, as the store promises, and what two busy cores add to it until a write is done. */
const promised = { ms: 100, bytes: 4096 } as const
const busyMs = 400

type Loss = { bytes: number; ms: number }

/**
 * Whatever a client showed is a beginning of what the log has in the end; of an answer that a crash cut off it may be
 * longer by what was not yet on the disk. Gives the losses.
 */
export function checkShown(
  shown: ShownTexts,
  logs: ReadonlyMap<string, readonly Event[]>,
  plots: ReadonlyMap<string, Plot>,
  away: MortalServer["away"],
): Loss[] {
  expect(shown.torn).toEqual([])
  const losses: Loss[] = []
  for (const text of shown.all()) {
    const { session, intent, channel, longest } = text
    const where = `${plots.get(session)?.name} ${intent} ${channel}`
    const end = endOf(logs.get(session) ?? [], text)
    if (!end) continue
    if (end.whole) {
      expect(end.text.startsWith(longest), `${where}: "${longest}" is no beginning of "${end.text}"`).toBe(true)
      continue
    }
    const common = longest.length > end.text.length ? [longest, end.text] : [end.text, longest]
    expect(common[0]?.startsWith(common[1] ?? ""), `${where}: "${longest}" and then "${end.text}"`).toBe(true)
    const loss = lossOf(text, end.text.length, away)
    expect(loss.bytes, `${where} lost`).toBeLessThanOrEqual(promised.bytes)
    expect(loss.ms, `${where} lost what was as old as that`).toBeLessThanOrEqual(promised.ms + busyMs)
    losses.push(loss)
  }
  return losses
}

/** What the log has in place of a streamed text; nothing where that is in another form. */
function endOf(log: readonly Event[], { intent, channel }: Shown): { text: string; whole: boolean } | undefined {
  if (channel === "calls") return undefined
  if (channel === "output") {
    const started = eventsOf(log, "tool.started").find(({ seq }) => seq === intent)
    const step = /^call-turn-(\d+)-0$/.exec(started?.data.call ?? "")?.[1]
    return step === undefined ? undefined : { text: tickOutput(Number(step)), whole: true }
  }
  const of = <T extends { data: { asked: number } }>(events: readonly T[]) =>
    events.find(({ data }) => data.asked === intent)
  const answered = of(eventsOf(log, "model.answered"))
  if (answered) return { text: answered.data[channel] ?? "", whole: true }
  const interrupted = of(eventsOf(log, "model.interrupted"))
  if (interrupted) return { text: interrupted.data[channel] ?? "", whole: false }
  return expect.fail(`the call at ${intent} has no outcome`)
}

/** How much of what was shown is gone, and how old the oldest of it was when the server died. */
function lossOf({ longest, grew }: Shown, kept: number, away: MortalServer["away"]): Loss {
  const bytes = Buffer.byteLength(longest.slice(kept))
  const first = grew.find(({ length }) => length > kept)?.at
  if (first === undefined) return { bytes, ms: 0 }
  // What comes in after the death was under way before.
  const death = away.find(({ to }) => to >= first)
  return { bytes, ms: Math.max(0, (death?.from ?? first) - first) }
}
