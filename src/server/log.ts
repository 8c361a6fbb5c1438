import type { Actor } from "../session/event.ts"
import { redact, redactDeep } from "../session/redact.ts"
import type { ProblemCode } from "./contract/problem.ts"

const levels = ["debug", "info", "warn", "error"] as const
export type Level = (typeof levels)[number]

type Facts = Readonly<Record<string, unknown>>

/** An audit entry: who asked for what, and its seq or the refusal. */
type Audited = { request: string; by: Actor | undefined; route: string; path: string } & (
  | { answer: unknown }
  | { refused: ProblemCode }
)

/** The server's log: one line of JSON per entry, secrets masked. */
export type Log = Record<Level, (message: string, facts?: Facts) => void> & {
  /** Logs a person's intent. */
  audit(intent: Audited): void
  /** Masks this text in all later entries. */
  hide(secret: string): void
}

/** Limits of a line, and of remembered secrets. */
const bounds = { text: 8_192, items: 50, depth: 6, secrets: 500 } as const

/** Writes lines to a sink, those of `least` and above. */
export function logTo(write: (line: string) => void, least: Level = "info"): Log {
  const secrets = new Set<string>()
  const entry =
    (level: Level) =>
    (message: string, facts: Facts = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return
      const redacted = redactDeep(plain({ message, ...facts }, 0)) as Facts
      write(`${masked(visible(JSON.stringify({ at: new Date().toISOString(), level, ...redacted })), secrets)}\n`)
    }
  const log = { debug: entry("debug"), info: entry("info"), warn: entry("warn"), error: entry("error") }
  return {
    ...log,
    audit: ({ request, by, route, path, ...outcome }) => {
      const common = { audit: true, request, by, route, path }
      if ("refused" in outcome) return log.info("intent refused", { ...common, code: outcome.refused })
      const { seq, id } = (outcome.answer ?? {}) as { seq?: number; id?: string }
      log.info("intent", { ...common, seq, id })
    },
    hide(secret) {
      if (secret.length < 4) return
      secrets.delete(secret)
      secrets.add(secret)
      for (const oldest of secrets) {
        if (secrets.size <= bounds.secrets) break
        secrets.delete(oldest)
      }
    },
  }
}

/** Formats a log line for people, always as one line; a line that is not ours is shown as it is. */
export function readable(line: string): string {
  const entry = entryOf(line)
  if (!entry) return visible(redact(line.trimEnd()))
  const { at, level, message, ...facts } = entry
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${wordFor(value)}`)
  const time = String(at).slice(11, 19)
  return visible([time, String(level).padEnd(5), String(message), ...fields].join(" "))
}

function entryOf(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === "object" && entry !== null && "message" in entry ? { ...entry } : undefined
  } catch {
    return undefined // not everything that is written to a terminal is a line of this log
  }
}

function wordFor(value: unknown): string {
  return typeof value === "string" && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value)
}

// Control, line-separator and bidirectional characters would garble a terminal.
const unseen = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function visible(text: string): string {
  return text.replace(unseen, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

function masked(text: string, secrets: ReadonlySet<string>): string {
  let result = text
  for (const secret of secrets) {
    const inJson = JSON.stringify(secret).slice(1, -1)
    result = result.replaceAll(inJson, "[redacted: secret]")
  }
  return result
}

// Makes any value serializable and bounded.
function plain(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cut(value)
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return cut(String(value))
  if (typeof value !== "object" || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "no date" : value.toISOString()
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if (depth >= bounds.depth) return "…"
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => plain(item, depth + 1))
  if (value instanceof Error) {
    const { name, message, stack, cause, ...more } = value as Error & Record<string, unknown>
    return plain({ name, message, stack, ...more, ...(cause === undefined ? {} : { cause }) }, depth)
  }
  const entries = Object.entries(value).slice(0, bounds.items)
  return Object.fromEntries(entries.map(([name, item]) => [cut(name), plain(item, depth + 1)]))
}

function cut(text: string): string {
  return text.length <= bounds.text ? text : `${text.slice(0, bounds.text)}… (${text.length} characters)`
}
