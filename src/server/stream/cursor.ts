import { hash } from "node:crypto"
import { type Channel, channels } from "../../session/partial.ts"
import { parsePrint, spellPrint } from "./print.ts"
import type { ToldTexts } from "./told-texts.ts"

/** Everything that a listener was told: enough to go on from, on any later start of the server. */
export type Told = {
  /** The version of the list. */
  version?: string
  /** By the tag of the session. */
  sessions: Map<string, ToldSession>
}

/** `event` is the mark of the event with that seq: in a restored store the same number may be another event. */
export type ToldSession = { seq: number; event: string; texts: ToldTexts }

/** Ids may be long, and a cursor has to fit into a header: a session goes by the beginning of a hash. */
export const tagOf = (session: string) => hash("sha256", session, "base64url").slice(0, 10)
export const markOf = (eventId: string) => hash("sha256", eventId, "base64url").slice(0, 6)

/** Node takes 16 KiB of headers, the address included. */
const mostLength = 7000

/**
 * `h1;version;session;session…` with `tag:seq:mark` and, for each text, `:intent,channel,length,print`. Where it gets
 * too long, texts are left out: they are told again from their beginning.
 */
export function spellCursor({ version, sessions }: Told): string {
  const heads = [...sessions].map(([tag, { seq, event }]) => `${tag}:${seq.toString(36)}:${event}`)
  let left = mostLength - heads.reduce((length, head) => length + head.length + 1, 0)
  const parts = [...sessions.values()].map(({ texts }, at) => {
    const told = spellTexts(texts)
    left -= told.length
    return left < 0 ? heads[at] : `${heads[at]}${told}`
  })
  return ["h1", version === undefined ? "" : encodeURIComponent(version), ...parts].join(";")
}

/** What a cursor says; nothing if it is none. */
export function parseCursor(text: string): Told | undefined {
  const [form, version = "", ...parts] = text.split(";")
  if (form !== "h1") return undefined
  const sessions = parts.map(parseSession)
  const listed = unescaped(version)
  if (listed === undefined || !sessions.every((session) => session !== undefined)) return undefined
  return { ...(listed === "" ? {} : { version: listed }), sessions: new Map(sessions) }
}

function spellTexts(texts: ToldTexts): string {
  return [...texts.values()]
    .map(({ intent, channel, print }) => {
      const numbers = [intent, channels.indexOf(channel), print.length].map((number) => number.toString(36))
      return `:${numbers.join(",")},${spellPrint(print)}`
    })
    .join("")
}

/** A text that was spelled as in an address; nothing if it was not. */
export function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // half an escape: nobody wrote that on purpose
  }
}

function parseSession(text: string): [string, ToldSession] | undefined {
  const [tag = "", number = "", event = "", ...told] = text.split(":")
  const seq = numberOf(number)
  const texts = told.map(parseText)
  if (!/^[\w-]{10}$/.test(tag) || seq === undefined || !/^[\w-]{0,6}$/.test(event)) return undefined
  if (!texts.every((each) => each !== undefined)) return undefined
  return [tag, { seq, event, texts: new Map(texts.map((each) => [`${each.intent} ${each.channel}`, each])) }]
}

function parseText(text: string) {
  const [intentText = "", channelText = "", lengthText = "", printText = ""] = text.split(",")
  const [intent, length] = [numberOf(intentText), numberOf(lengthText)]
  const channel: Channel | undefined = channels[numberOf(channelText) ?? -1]
  if (intent === undefined || length === undefined || !channel) return undefined
  const print = parsePrint(length, printText)
  return print && { intent, channel, print }
}

function numberOf(text: string): number | undefined {
  return /^[0-9a-z]{1,10}$/.test(text) ? Number.parseInt(text, 36) : undefined
}
