/** Something that a person sent and the server has not acknowledged. */
export type OutboxEntry = {
  key: string
  session: string
  at: string
  /** Entries of a session are delivered in this order. */
  order: number
  /** The tab that wrote it; another tab delivers it only if this one is gone. */
  tab: string
  route: string
  given: { params?: Record<string, string>; body?: unknown }
  /** The server's refusal. The entry stays until the user withdraws it or sends it again. */
  refused?: { code: string; message: string }
  /** The user wants to withdraw it. It may have arrived, so the server is asked first. */
  takingBack?: true
  /** How often the user retried it with the same key after an unexplained failure. */
  round?: number
  /** Withdrawn: stored briefly so that other tabs notice. */
  takenBack?: true
}

/** The unacknowledged entries in order, and the settled keys, which never come back. */
export type Outbox = { kept: readonly OutboxEntry[]; gone: ReadonlySet<string> }

/** `put`: written here or in another tab. `settle`: delivered or withdrawn, here or there. */
export type OutboxChange =
  | { do: "put"; entry: OutboxEntry }
  | { do: "refuse"; key: string; refused: NonNullable<OutboxEntry["refused"]> }
  | { do: "want-back"; key: string }
  | { do: "try-again"; key: string }
  | { do: "settle"; key: string }

export const emptyOutbox: Outbox = { kept: [], gone: new Set() }

/** How long an entry is left to the tab that wrote it. */
const patienceMs = 5_000

/**
 * Applies a change. Tabs see changes late and twice, so a fixed precedence makes them converge in any order: settled,
 * later round, refused, withdrawing, waiting.
 */
export function withChange(outbox: Outbox, change: OutboxChange): Outbox {
  switch (change.do) {
    case "put":
      return change.entry.takenBack ? settled(outbox, change.entry.key) : withEntry(outbox, change.entry)
    case "refuse":
      return withKnown(outbox, change.key, ({ takingBack, ...known }) => ({ refused: change.refused, ...known }))
    case "want-back":
      return withKnown(outbox, change.key, (known) => ({
        ...(known.refused ? nextRound(known) : known),
        takingBack: true,
      }))
    case "try-again":
      return withKnown(outbox, change.key, (known) => (known.refused ? nextRound(known) : known))
    case "settle":
      return settled(outbox, change.key)
  }
}

/**
 * The next entry of a session, and how long to wait for the tab that wrote it; null if none is deliverable. Refused
 * entries wait for the user.
 */
export function nextFor(
  { kept }: Outbox,
  session: string,
  { tab, now }: { tab: string; now: number },
): { entry: OutboxEntry; waitMs: number } | null {
  const entry = kept.find((one) => one.session === session && !one.refused)
  if (!entry) return null
  const age = now - Date.parse(entry.at)
  // After the clock was set back, an entry may seem to be from the future: do not wait for that.
  const isLeft = entry.tab === tab || age >= patienceMs || age < -patienceMs
  return { entry, waitMs: isLeft ? 0 : patienceMs - Math.max(0, age) }
}

/** The user's words in an entry; null for a mere click, which can be repeated. */
export function wordsOf({ given }: OutboxEntry): string | null {
  const { body } = given
  if (typeof body !== "object" || body === null) return null
  if ("text" in body && typeof body.text === "string") return body.text
  const to = "to" in body ? body.to : null
  return typeof to === "object" && to !== null && "text" in to && typeof to.text === "string" ? to.text : null
}

/**
 * Whether the server certainly does not have the entry. After an unexplained failure it may, so only the same key is
 * safe.
 */
export function isKnownRefused({ refused }: OutboxEntry): boolean {
  return refused !== undefined && refused.code !== unexplained
}

/** The code of an unexplained failure. */
export const unexplained = "internal"

function withKnown(outbox: Outbox, key: string, to: (known: OutboxEntry) => OutboxEntry): Outbox {
  const known = outbox.kept.find((entry) => entry.key === key)
  return known ? withEntry(outbox, to(known)) : outbox
}

function nextRound({ refused, takingBack, ...entry }: OutboxEntry): OutboxEntry {
  return { ...entry, round: (entry.round ?? 0) + 1 }
}

function withEntry(outbox: Outbox, entry: OutboxEntry): Outbox {
  const { kept, gone } = outbox
  if (gone.has(entry.key)) return outbox
  const known = kept.find(({ key }) => key === entry.key)
  if (known && rankOf(entry) <= rankOf(known)) return outbox
  const others = kept.filter(({ key }) => key !== entry.key)
  return { kept: [...others, entry].toSorted(byOrder), gone }
}

function settled(outbox: Outbox, key: string): Outbox {
  const { kept, gone } = outbox
  if (gone.has(key)) return outbox
  return {
    kept: kept.some((one) => one.key === key) ? kept.filter((one) => one.key !== key) : kept,
    gone: gone.union(new Set([key])),
  }
}

const rankOf = ({ round = 0, refused, takingBack }: OutboxEntry) => round * 3 + (refused ? 2 : takingBack ? 1 : 0)

const byOrder = (one: OutboxEntry, other: OutboxEntry) => one.order - other.order || (one.key < other.key ? -1 : 1)
