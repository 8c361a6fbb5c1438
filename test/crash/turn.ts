import type { NewEvent } from "../../src/session/event.ts"
import type { Channel, Partials } from "../../src/session/partial.ts"
import type { Lease } from "../../src/store/contract.ts"
import { uuidv7 } from "../../src/store/uuid.ts"
import type { Journal } from "./journal.ts"
import type { ReportedStore } from "./reported-store.ts"

/** In every searchable text, so that one search finds them all. */
export const anchor = "anchor"

const filler = "the quick brown fox jumps over the lazy dog und läuft über 漢字仮名 weiter\n"

/** A text with the anchor, a word of its own and some more, as long as asked for. */
export function textOf(reported: ReportedStore, length: number): string {
  return `${anchor} ${reported.word()} ${filler.repeat(Math.ceil(length / filler.length))}`.slice(0, length)
}

/** The events that begin a turn on an input. */
export function beginning(turn: string, task: string, input: string | undefined): NewEvent[] {
  const started: NewEvent = { type: "turn.started", turn, data: { task, ...(input === undefined ? {} : { input }) } }
  const consumed: NewEvent[] =
    input === undefined ? [] : [{ type: "input.consumed", turn, data: { input, as: "task" } }]
  return [started, ...consumed]
}

export function accepted(text: string, attachments?: Awaited<ReturnType<ReportedStore["putBlob"]>>[]): NewEvent {
  const files = attachments?.map((ref, index) => ({ ...ref, name: `file-${index}` }))
  return {
    type: "input.accepted",
    data: { input: uuidv7(), kind: "send", text, ...(files ? { attachments: files } : {}) },
  }
}

export function asked(reported: ReportedStore, turn: string): NewEvent {
  return { type: "model.asked", turn, data: { purpose: "turn", model: `scripted:${reported.word()}` } }
}

export function stopped(turn: string, summary: string, code: "answered" | "crashed" = "answered"): NewEvent {
  return { type: "turn.stopped", turn, data: { code, summary } }
}

/** Hands over a text piece by piece, with room for others between the pieces. */
export async function stream(
  reported: ReportedStore,
  lease: Lease,
  intent: number,
  channel: Channel,
  text: string,
  pace: { characters: number; pause: () => Promise<void> },
): Promise<void> {
  for (let offset = 0; offset < text.length; offset += pace.characters) {
    const piece = text.slice(offset, offset + pace.characters)
    reported.checkpoint(lease, intent, { channel, offset, text: piece })
    await pace.pause()
  }
}

/** What the next owner does with what a dead one left open: settles each intent and stops the turn. */
export async function settleLeftovers(reported: ReportedStore, journal: Journal, lease: Lease): Promise<void> {
  const { store } = reported
  const id = lease.session
  const { log } = await store.state(id)
  const partials = await store.partials(id)
  reportRecovered(journal, id, partials)
  if (!log.turn) return
  const turn = log.turn.id
  const outcomes: NewEvent[] = []
  if (log.intents.model) {
    const { seq } = log.intents.model
    const text = partials.get(seq)?.text ?? ""
    outcomes.push({
      type: "model.interrupted",
      turn,
      data: { asked: seq, reason: "crashed", text: `${anchor} ${reported.word()} ${text}` },
    })
  }
  for (const { call, startedAt } of log.intents.tools) {
    const text = startedAt === null ? "" : (partials.get(startedAt)?.output ?? "")
    outcomes.push({
      type: "tool.finished",
      turn,
      data: { call, status: "unknown", output: { text: `${anchor} ${reported.word()} ${text}` }, changed: [] },
    })
  }
  const summary = textOf(reported, 60)
  await reported.append(id, [...outcomes, stopped(turn, summary, "crashed")], { epoch: lease.epoch })
}

function reportRecovered(journal: Journal, session: string, partials: Partials): void {
  const streams = [...partials].flatMap(([intent, texts]) =>
    Object.entries(texts).map(([channel, text]) => ({
      intent,
      channel: channel as Channel,
      length: text?.length ?? 0,
    })),
  )
  journal({ kind: "recovered", session, streams })
}
