import { hash } from "node:crypto"
import { type Channel, channels, type TextCursor, textKey } from "../../session/partial.ts"

/** Everything that a listener was sent: enough to continue from, on any later start of the server. */
export type StreamPosition = {
  /** The version of the list. */
  version?: string
  /** By the tag of the session. */
  sessions: Map<string, SessionPosition>
}

/** `event` is the mark of the event with that seq: in a restored store the same number may be another event. */
export type SessionPosition = { seq: number; event: string; texts: TextCursor }

/** Ids may be long, and a cursor has to fit into a header: a session goes by the beginning of a hash. */
export const tagOf = (session: string) => hash("sha256", session, "base64url").slice(0, 10)
export const markOf = (eventId: string) => hash("sha256", eventId, "base64url").slice(0, 6)

/** Node takes 16 KiB of headers, the address included. */
const mostLength = 7000

/**
 * `h1;version;session;session…` with `tag:seq:mark` and, for each text, `:seq,channel,length,low.high`. Where it gets
 * too long, texts are left out: they are sent again from their beginning.
 */
export function spellCursor({ version, sessions }: StreamPosition): string {
  const heads = [...sessions].map(([tag, { seq, event }]) => `${tag}:${seq.toString(36)}:${event}`)
  let left = mostLength - heads.reduce((length, head) => length + head.length + 1, 0)
  const parts = [...sessions.values()].map(({ texts }, at) => {
    const spelled = spellTexts(texts)
    left -= spelled.length
    return left < 0 ? heads[at] : `${heads[at]}${spelled}`
  })
  return ["h1", version === undefined ? "" : encodeURIComponent(version), ...parts].join(";")
}

/** What a cursor says; nothing if it is none. */
export function parseCursor(text: string): StreamPosition | undefined {
  const [form, version = "", ...parts] = text.split(";")
  if (form !== "h1") return undefined
  const sessions = parts.map(parseSession)
  const listed = unescaped(version)
  if (listed === undefined || !sessions.every((session) => session !== undefined)) return undefined
  return { ...(listed === "" ? {} : { version: listed }), sessions: new Map(sessions) }
}

/** Of the texts of a session, so many are remembered over a reconnect; of others the whole is sent again. */
const mostTexts = 6

function spellTexts(texts: TextCursor): string {
  return [...texts.values()]
    .slice(-mostTexts)
    .map(({ seq, channel, length, low, high }) => {
      const [first, at, through, a, b] = [seq, channels.indexOf(channel), length, low, high].map(spellNumber)
      return `:${first},${at},${through},${a}.${b}`
    })
    .join("")
}

/** A text that was spelled as in an address; nothing if it was not. */
export function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // half an escape: not written on purpose
  }
}

function parseSession(text: string): [string, SessionPosition] | undefined {
  const [tag = "", number = "", event = "", ...spelledTexts] = text.split(":")
  const seq = numberOf(number)
  const texts = spelledTexts.map(parseText)
  if (!/^[\w-]{10}$/.test(tag) || seq === undefined || !/^[\w-]{0,6}$/.test(event)) return undefined
  if (!texts.every((each) => each !== undefined)) return undefined
  return [tag, { seq, event, texts: new Map(texts.map((each) => [textKey(each), each])) }]
}

function parseText(text: string) {
  const fields = /^(\w+),(\w+),(\w+),(\w{1,7})\.(\w{1,7})$/.exec(text)?.slice(1).map(numberOf) ?? []
  const [seq, at, length, low, high] = fields
  const channel: Channel | undefined = channels[at ?? -1]
  if (seq === undefined || length === undefined || low === undefined || high === undefined || !channel) return undefined
  return { seq, channel, length, low, high }
}

const spellNumber = (number: number) => number.toString(36)

function numberOf(text: string): number | undefined {
  return /^[0-9a-z]{1,10}$/.test(text) ? Number.parseInt(text, 36) : undefined
}
