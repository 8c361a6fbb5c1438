import { hash } from "node:crypto"
import { type Event, eventSchemas, type ForeignEvent, isKnown } from "../../session/event.ts"
import { redact, redactDeep } from "../../session/redact.ts"
import { blobRefsOf, type ExportSource } from "./export-lines.ts"

/**
 * The same session with known secrets masked, in blobs of text too, which then have other hashes. Masked bytes are not
 * what the session's own chain of hashes was made over: what comes of it is another log.
 */
export function redactedSource({ header, events, blob }: ExportSource): ExportSource {
  const masked = new Map<string, Uint8Array>()
  const renamed = new Map<string, { blob: string; bytes: number }>()

  const maskBlob = async (name: string) => {
    if (renamed.has(name)) return
    const bytes = await blob(name)
    if (!bytes) return
    const after = maskBytes(bytes)
    const ref = { blob: hash("sha256", after, "hex"), bytes: after.length }
    renamed.set(name, ref)
    if (after !== bytes) masked.set(ref.blob, after)
  }

  async function* maskedEvents(): AsyncGenerator<Event | ForeignEvent> {
    for await (const event of events) {
      for (const ref of blobRefsOf(event)) await maskBlob(ref.blob)
      yield { ...event, data: fitting(event, rename(redactDeep(event.data), renamed)) } as Event | ForeignEvent
    }
  }

  return {
    header: { ...header, redacted: true },
    events: maskedEvents(),
    blob: async (name) => masked.get(name) ?? blob(name),
  }
}

// A mask may be longer than what it hides, and a text then longer than its event allows.
function fitting(event: Event | ForeignEvent, masked: unknown): unknown {
  if (!isKnown(event) || eventSchemas[event.type].safeParse(masked).success) return masked
  return clipped(masked, event.data)
}

/** The value with every text cut to the length that it had before. */
function clipped(value: unknown, before: unknown): unknown {
  if (typeof value === "string") {
    return typeof before === "string" ? value.slice(0, before.length).replace(/[\ud800-\udbff]$/, "") : value
  }
  if (typeof value !== "object" || value === null || typeof before !== "object" || before === null) return value
  const former = new Map(Object.entries(before))
  if (Array.isArray(value)) return value.map((item, index) => clipped(item, former.get(String(index))))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clipped(item, former.get(name))]))
}

// What is no text is left as it is: masking would only break it.
function maskBytes(bytes: Uint8Array): Uint8Array {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes // not UTF-8, so no text that could be masked
  }
  const after = redact(text)
  return after === text ? bytes : new TextEncoder().encode(after)
}

function rename(value: unknown, renamed: ReadonlyMap<string, { blob: string; bytes: number }>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, renamed))
  if (typeof value !== "object" || value === null) return value
  const ref = "blob" in value && typeof value.blob === "string" ? renamed.get(value.blob) : undefined
  const entries = Object.entries(value).map(([name, item]) => [name, rename(item, renamed)])
  return { ...Object.fromEntries(entries), ...ref }
}
