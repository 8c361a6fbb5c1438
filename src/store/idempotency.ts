import { hash as digestOf } from "node:crypto"
import { canonicalJson } from "../session/canonical.ts"
import { HoldfastError } from "../session/error.ts"
import type { ForeignEvent } from "../session/event.ts"
import type { NewSession } from "./contract.ts"
import { plain } from "./plain.ts"

/** Law: identity. The same key with another body is not the same intent. */
export function assertSameBody(key: string, before: string, now: string): void {
  if (before !== now) {
    throw new HoldfastError("key-reused", `The idempotency key ${JSON.stringify(key)} was used with another body.`)
  }
}

/** What a keyed append is recognised by: what it asked for, not when or by whom. */
export function keyDigest(events: ReadonlyArray<{ type: string; turn?: string | undefined; data: unknown }>): string {
  return digest(events.map(({ type, turn, data }) => [type, turn ?? null, plain(data)]))
}

/** The same of anything else that is asked for under a key. */
export function digestFor(body: unknown): string {
  return digest(plain(body))
}

/** The same of an opening: a retry from another device is the same one. */
export function openingDigest({ by: _, ...asked }: NewSession): string {
  return digestFor(asked)
}

function digest(body: unknown): string {
  return digestOf("sha256", canonicalJson(body), "hex")
}

/** A keyed append as its log tells of it. It is not whole where an event beside it is lost and may be a part of it. */
export type KeyedAppend = { key: string; from: number; to: number; digest: string; isWhole: boolean }

/**
 * Finds the keyed appends that were written in a session, in its log as stored: consecutive events with one key are
 * one append. The key of an opening is none of them: it belongs to the store that the session was opened in.
 */
export function keyedAppends(session: string, found: (append: KeyedAppend) => void) {
  let last: number | undefined
  let open: { key: string; events: ForeignEvent[]; isWhole: boolean } | undefined

  const settle = (next: number | undefined) => {
    const from = open?.events[0]?.seq
    const to = open?.events.at(-1)?.seq
    if (!open || from === undefined || to === undefined) return
    const { key, events, isWhole } = open
    open = undefined
    found({ key, from, to, digest: keyDigest(events), isWhole: isWhole && next === to + 1 })
  }

  return {
    see(event: ForeignEvent): void {
      const key = event.session === session && event.type !== "session.opened" ? event.key : undefined
      const follows = last === event.seq - 1
      last = event.seq
      if (open && follows && open.key === key) {
        open.events.push(event)
        return
      }
      settle(event.seq)
      if (key !== undefined) open = { key, events: [event], isWhole: follows }
    },
    /** No more events come, up to the head of the log. */
    end(head: number): void {
      settle(head + 1)
    },
  }
}
