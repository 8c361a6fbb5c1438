import type { NewEvent } from "../../src/session/event.ts"
import type { Channel } from "../../src/session/partial.ts"
import type { NewSession } from "../../src/store/contract.ts"
import type { Line } from "./journal.ts"

/** An append that a worker asked for. `floor` is what had been acknowledged in that session before. */
export type Send = {
  send: string
  session: string
  digests: string[]
  floor: number
  retry?: { key: string; events: NewEvent[] }
  seq?: number
  refused?: string
}

/** What was handed over of one channel of an intent, and what was found of it after the kill. */
export type Streamed = {
  session: string
  intent: number
  channel: Channel
  text: string
  pieces: Array<{ end: number; at: number; waited: number }>
  survived?: number
}

/** All that the workers of one store have told, over all kills. */
export type Ledger = {
  openings: Map<string, { session: NewSession; id?: string }>
  sends: Map<string, Send>
  sendsOf: Map<string, Send[]>
  heads: Map<string, number>
  streams: Map<string, Streamed>
  blobs: Set<string>
  erasures: Map<string, "asked" | "done">
  backups: string[]
  /** When the newest worker had the disk sync, and until when; null where it never came back. */
  syncs: Array<{ from: number; to: number | null }>
  broken: string[]
  points: string[]
}

export function emptyLedger(): Ledger {
  return {
    openings: new Map(),
    sends: new Map(),
    sendsOf: new Map(),
    heads: new Map(),
    streams: new Map(),
    blobs: new Set(),
    erasures: new Map(),
    backups: [],
    syncs: [],
    broken: [],
    points: [],
  }
}

/** Takes in what a worker told; returns the sessions that it touched. */
export function takeIn(ledger: Ledger, lines: readonly Line[]): Set<string> {
  const touched = new Set<string>()
  ledger.syncs = []
  for (const line of lines) {
    const session = take(ledger, line)
    if (session !== undefined) touched.add(session)
  }
  return touched
}

/** The opened sessions that nobody asked to erase. */
export function sessionsOf({ openings, erasures }: Ledger): string[] {
  return [...openings.values()].flatMap(({ id }) => (id !== undefined && !erasures.has(id) ? [id] : []))
}

function take(ledger: Ledger, line: Line): string | undefined {
  switch (line.kind) {
    case "opening":
      if (!ledger.openings.has(line.key)) ledger.openings.set(line.key, { session: line.session })
      return undefined
    case "opened": {
      const opening = ledger.openings.get(line.key)
      if (opening?.id !== undefined && opening.id !== line.id) {
        ledger.broken.push(`The key ${line.key} opened ${opening.id} and then ${line.id}.`)
      }
      if (opening) opening.id = line.id
      return line.id
    }
    case "sent":
      return sent(ledger, line)
    case "acknowledged": {
      const send = ledger.sends.get(line.send)
      if (!send) return undefined
      if (send.seq !== undefined && send.seq !== line.seq) {
        ledger.broken.push(`The append ${line.send} was acknowledged at ${send.seq} and again at ${line.seq}.`)
      }
      send.seq = line.seq
      ledger.heads.set(send.session, Math.max(line.seq, ledger.heads.get(send.session) ?? 0))
      return send.session
    }
    case "refused": {
      const send = ledger.sends.get(line.send)
      if (send) send.refused = line.code
      return send?.session
    }
    case "handed":
      return handed(ledger, line)
    case "recovered":
      return recovered(ledger, line)
    case "syncing":
      ledger.syncs.push({ from: line.at, to: null })
      return undefined
    case "synced": {
      const sync = ledger.syncs.at(-1)
      if (sync) sync.to = line.at
      return undefined
    }
    case "blob":
      ledger.blobs.add(line.hash)
      return undefined
    case "erasing":
    case "erased":
      ledger.erasures.set(
        line.session,
        line.kind === "erased" ? "done" : (ledger.erasures.get(line.session) ?? "asked"),
      )
      return undefined
    case "backed-up":
      ledger.backups.push(line.file)
      return undefined
    case "broken":
      ledger.broken.push(line.what)
      return undefined
    case "point":
      ledger.points.push(line.point)
      return undefined
    default:
      return line satisfies never
  }
}

function sent(ledger: Ledger, line: Extract<Line, { kind: "sent" }>): string {
  const { send, session, digests, retry } = line
  if (ledger.sends.has(send)) return session
  const made: Send = { send, session, digests, floor: ledger.heads.get(session) ?? 0, ...(retry ? { retry } : {}) }
  ledger.sends.set(send, made)
  const ofSession = ledger.sendsOf.get(session) ?? []
  ofSession.push(made)
  ledger.sendsOf.set(session, ofSession)
  return session
}

function handed(
  ledger: Ledger,
  { session, intent, channel, offset, text, at, waited }: Extract<Line, { kind: "handed" }>,
): string {
  const key = streamKey({ session, intent, channel })
  const streamed = ledger.streams.get(key) ?? { session, intent, channel, text: "", pieces: [] }
  streamed.text = streamed.text.slice(0, offset) + text
  streamed.pieces.push({ end: offset + text.length, at, waited })
  ledger.streams.set(key, streamed)
  return session
}

// The next owner is shown what survived.
function recovered(ledger: Ledger, { session, streams }: Extract<Line, { kind: "recovered" }>): string {
  for (const { intent, channel, survived, ...rest } of ledger.streams.values()) {
    if (rest.session !== session || !survived) continue
    const shown = streams.find((streamed) => streamed.intent === intent && streamed.channel === channel)?.length ?? 0
    if (shown === survived) continue
    const where = `${channel} at ${intent} of ${session}`
    ledger.broken.push(`The next owner saw ${shown} characters of ${where}, but ${survived} had survived.`)
  }
  return session
}

function streamKey({ session, intent, channel }: { session: string; intent: number; channel: string }): string {
  return `${session} ${intent} ${channel}`
}
