import { createHash } from "node:crypto"
import { isRecord } from "../../base/is-record.ts"
import { HoldfastError } from "../../session/error.ts"
import type { ForeignEvent } from "../../session/event.ts"
import type { ForeignLog } from "../contract.ts"
import { type ExportBlob, type ExportHeader, type ExportTrailer, exportFormat } from "./export-lines.ts"
import { documentTooLong, type ImportLimits, importLimits, linesOf } from "./import-lines.ts"

/** A file that was read whole and is what was exported. */
export type Imported = { log: ForeignLog; redacted: boolean }

/**
 * Reads an export, as JSON lines or as one document. Throws `invalid` for anything that is not a whole export, and for
 * what is beyond the limits. Only a document is held as one text.
 */
export async function readExport(
  chunks: AsyncIterable<Uint8Array>,
  limits: ImportLimits = importLimits,
): Promise<Imported> {
  const lines = linesOf(chunks, limits)
  try {
    const first = (await lines.next()).value ?? ""
    const header = attempt(first)
    if (isHeader(header) && !("events" in header)) return await fromLines(first, header, lines)
    return fromDocument(await textOf(first, lines, limits.document))
  } finally {
    await lines.return(undefined)
  }
}

async function fromLines(first: string, header: ExportHeader, lines: AsyncIterable<string>): Promise<Imported> {
  checkHeader(header)
  const digest = createHash("sha256").update(first).update("\n")
  const events: ForeignEvent[] = []
  const blobs: ForeignBlob[] = []
  const take = (line: string) => {
    const value = attempt(line)
    if (isEvent(value)) events.push(value)
    else if (isBlob(value)) blobs.push(foreignBlob(value))
    else {
      const number = events.length + blobs.length + 2
      throw new HoldfastError("invalid", `Line ${number} of the file is neither an event nor a blob. ${again}`)
    }
    digest.update(line).update("\n")
  }
  // The last line that is not blank is the trailer; which one that is shows only when there is no other.
  let last: string | undefined
  let blank: string | undefined
  for await (const line of lines) {
    if (line.trim() === "") {
      blank = line
      continue
    }
    if (last !== undefined) take(last)
    if (blank !== undefined) take(blank)
    last = line
  }
  const trailer = attempt(last ?? "")
  if (!isTrailer(trailer)) throw cutShort()
  return whole({ header, events, blobs, trailer, sha256: digest.digest("hex") })
}

async function textOf(first: string, lines: AsyncIterable<string>, longest: number): Promise<string> {
  const parts = [first]
  let length = first.length
  if (length > longest) throw documentTooLong(longest)
  for await (const line of lines) {
    length += line.length + 1
    if (length > longest) throw documentTooLong(longest)
    parts.push(line)
  }
  return parts.join("\n")
}

function fromDocument(text: string): Imported {
  const value = attempt(text)
  if (!isHeader(value)) throw /^\s*\{\s*"format"\s*:/.test(text) ? cutShort() : notOurs()
  checkHeader(value)
  const { events, blobs, end, ...header } = value as ExportHeader & Record<string, unknown>
  const trailer = { end }
  if (!Array.isArray(events) || !Array.isArray(blobs) || !isTrailer(trailer)) throw cutShort()
  if (!events.every(isEvent) || !blobs.every(isBlob)) throw changed()
  const digest = createHash("sha256")
  for (const part of [header, ...events, ...blobs]) digest.update(`${JSON.stringify(part)}\n`)
  return whole({ header, events, blobs: blobs.map(foreignBlob), trailer, sha256: digest.digest("hex") })
}

type ForeignBlob = ForeignLog["blobs"][number]

function foreignBlob({ base64, mediaType }: ExportBlob): ForeignBlob {
  return { bytes: Buffer.from(base64, "base64"), ...(mediaType === undefined ? {} : { mediaType }) }
}

type Parts = {
  header: ExportHeader
  events: ForeignEvent[]
  blobs: ForeignBlob[]
  trailer: ExportTrailer
  sha256: string
}

function whole({ header, events, blobs, trailer: { end }, sha256 }: Parts): Imported {
  if (events.length !== end.events || blobs.length !== end.blobs || events.length !== header.head) throw cutShort()
  if (sha256 !== end.sha256) throw changed()
  return { redacted: header.redacted === true, log: { id: header.session, events, blobs } }
}

function checkHeader({ format, version }: ExportHeader): void {
  if (format !== exportFormat.name) throw notOurs()
  if (version <= exportFormat.version) return
  const known = exportFormat.version
  throw new HoldfastError(
    "newer",
    `The file was exported by a newer Holdfast (format ${version}; this one knows ${known}). Update Holdfast. Nothing was imported.`,
    { details: { version, known } },
  )
}

const again = "Export the session again. Nothing was imported."

const notOurs = () =>
  new HoldfastError(
    "invalid",
    "The file is no export of a session: use what 'holdfast export' writes as jsonl or json. Nothing was imported.",
  )

const cutShort = () => new HoldfastError("invalid", `The file is not whole: its end is missing. ${again}`)

const changed = () =>
  new HoldfastError("invalid", `The file is not as it was exported: its contents do not match their SHA-256. ${again}`)

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // each caller says what it means that there is no JSON here
  }
}

function isHeader(value: unknown): value is ExportHeader {
  return (
    isRecord(value) &&
    typeof value.format === "string" &&
    typeof value.version === "number" &&
    typeof value.session === "string"
  )
}

function isTrailer(value: unknown): value is ExportTrailer {
  if (!isRecord(value) || !isRecord(value.end)) return false
  const { events, blobs, sha256 } = value.end
  return typeof events === "number" && typeof blobs === "number" && typeof sha256 === "string"
}

// The store checks each event against its schema; here it only has to be distinguished from a blob.
function isEvent(value: unknown): value is ForeignEvent {
  return isRecord(value) && typeof value.seq === "number" && typeof value.type === "string"
}

function isBlob(value: unknown): value is ExportBlob {
  return isRecord(value) && typeof value.blob === "string" && typeof value.base64 === "string"
}
