import { createHash } from "node:crypto"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"
import { blobsOf } from "../../session/policy.ts"

/**
 * The file that a session travels in. As JSON lines: a header, the events, the blobs that they name, and a trailer
 * with the counts and the SHA-256 of every byte before it, so that a file that was cut short is recognised. As JSON:
 * the same in one document.
 */
export const exportFormat = { name: "holdfast-session", version: 1 } as const

export type ExportHeader = {
  format: string
  version: number
  session: string
  /** The seq of the last event. */
  head: number
  exportedAt: string
  /** Secrets were masked: another log than the session's own, to be imported as a copy only. */
  redacted?: true
}

export type ExportBlob = { blob: string; bytes: number; mediaType?: string; base64: string }

export type ExportTrailer = { end: { events: number; blobs: number; sha256: string } }

/** What the lines are made of; blobs are asked for one at a time, so that only one has to be in memory. */
export type ExportSource = {
  header: ExportHeader
  events: AsyncIterable<Event | ForeignEvent>
  blob(hash: string): Promise<Uint8Array | undefined>
}

/** The lines of an export, each with its line end. */
export async function* exportLines({ header, events, blob }: ExportSource): AsyncGenerator<string> {
  const digest = createHash("sha256")
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    digest.update(text)
    return text
  }
  yield line(header)
  const named = new Map<string, string | undefined>()
  let count = 0
  for await (const event of events) {
    count++
    for (const ref of blobRefsOf(event)) named.set(ref.blob, named.get(ref.blob) ?? ref.mediaType)
    yield line(event)
  }
  let blobs = 0
  for (const [hash, mediaType] of named) {
    const bytes = await blob(hash)
    if (!bytes) continue
    blobs++
    yield line(exportBlob(hash, bytes, mediaType))
  }
  const trailer: ExportTrailer = { end: { events: count, blobs, sha256: digest.digest("hex") } }
  yield `${JSON.stringify(trailer)}\n`
}

/** The same lines as one JSON document; the SHA-256 in it is still that of the lines. */
export async function* exportDocument(source: ExportSource): AsyncGenerator<string> {
  let part: "start" | "events" | "blobs" = "start"
  let separator = ""
  for await (const line of exportLines(source)) {
    const text = line.trimEnd()
    if (part === "start") {
      yield `${text.slice(0, -1)},"events":[`
      part = "events"
      continue
    }
    const next = partOf(text)
    if (next === "blobs" && part === "events") {
      yield `\n],"blobs":[`
      part = "blobs"
      separator = ""
    }
    if (next === "end") yield `\n]${part === "events" ? `,"blobs":[]` : ""},${text.slice(1)}\n`
    else yield `${separator}\n${text}`
    separator = ","
  }
}

/** The blobs that an event names: by its policy where it is known, else wherever it has the shape of a reference. */
export function blobRefsOf(event: Event | ForeignEvent): Array<{ blob: string; mediaType?: string }> {
  const found = referencesIn(event.data)
  if (!isKnown(event)) return found
  const mediaTypes = new Map(found.map(({ blob, mediaType }) => [blob, mediaType]))
  return blobsOf(event).map((blob) => {
    const mediaType = mediaTypes.get(blob)
    return { blob, ...(mediaType === undefined ? {} : { mediaType }) }
  })
}

function exportBlob(blob: string, bytes: Uint8Array, mediaType: string | undefined): ExportBlob {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
  return { blob, bytes: bytes.length, ...(mediaType === undefined ? {} : { mediaType }), base64 }
}

// Lines are ours, so that how they begin tells what they are.
function partOf(line: string): "events" | "blobs" | "end" {
  if (line.startsWith('{"blob":')) return "blobs"
  return line.startsWith('{"end":') ? "end" : "events"
}

function referencesIn(value: unknown): Array<{ blob: string; mediaType?: string }> {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== "object" || value === null) return []
  const { blob, bytes, mediaType } = value as Record<string, unknown>
  const own = typeof blob === "string" && /^[0-9a-f]{64}$/.test(blob) && typeof bytes === "number"
  const reference = own ? [{ blob, ...(typeof mediaType === "string" ? { mediaType } : {}) }] : []
  return [...reference, ...Object.values(value).flatMap(referencesIn)]
}
