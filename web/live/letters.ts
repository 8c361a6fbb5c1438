/** Something that a person sent and the server has not acknowledged. */
export type Letter = {
  key: string
  session: string
  at: string
  /** Letters of a session are delivered in this order. */
  order: number
  /** The tab that wrote it; another one delivers it only where it was left behind. */
  tab: string
  route: string
  given: { params?: Record<string, string>; body?: unknown }
  /** It was refused: what the server said. It stays until the person takes it back or sends it again. */
  refused?: { code: string; message: string }
  /** A person wants it back. It may be on its way, or have arrived: what became of it is asked for first. */
  takingBack?: true
  /** How often a person tried again with it, by the same key, after a refusal that left open whether it had arrived. */
  round?: number
  /** A person took it back: this is told to the other tabs, then it is gone. */
  takenBack?: true
}

/** What waits to be acknowledged, in order; and the keys that were settled, which never come back. */
export type Letters = { kept: readonly Letter[]; gone: ReadonlySet<string> }

/** `put`: it was written, or another tab told of it. `settle`: it arrived, or was taken back, here or there. */
export type LetterChange =
  | { do: "put"; letter: Letter }
  | { do: "refuse"; key: string; refused: NonNullable<Letter["refused"]> }
  | { do: "want-back"; key: string }
  | { do: "try-again"; key: string }
  | { do: "settle"; key: string }

export const noLetters: Letters = { kept: [], gone: new Set() }

/** How long a letter of another tab is left to it. */
const patienceMs = 5_000

/**
 * One change more. Tabs tell each other late and twice: gone wins over a later round, that over refused, refused over
 * wanted back, and that over waiting, so that all of them come to the same letters whatever they hear first.
 */
export function withChange(letters: Letters, change: LetterChange): Letters {
  switch (change.do) {
    case "put":
      return change.letter.takenBack ? settled(letters, change.letter.key) : withLetter(letters, change.letter)
    case "refuse":
      return withKnown(letters, change.key, ({ takingBack, ...known }) => ({ refused: change.refused, ...known }))
    case "want-back":
      return withKnown(letters, change.key, (known) => ({
        ...(known.refused ? nextRound(known) : known),
        takingBack: true,
      }))
    case "try-again":
      return withKnown(letters, change.key, (known) => (known.refused ? nextRound(known) : known))
    case "settle":
      return settled(letters, change.key)
  }
}

/** What to do next for a session: deliver a letter, wait for the tab that wrote it, or nothing. Refused ones wait for the person. */
export function nextFor(
  { kept }: Letters,
  session: string,
  { tab, now }: { tab: string; now: number },
): { letter: Letter; waitMs: number } | null {
  const letter = kept.find((one) => one.session === session && !one.refused)
  if (!letter) return null
  const age = now - Date.parse(letter.at)
  // A clock that was put back makes a letter look as if it came from the future: that is no reason to wait for it.
  const isLeft = letter.tab === tab || age >= patienceMs || age < -patienceMs
  return { letter, waitMs: isLeft ? 0 : patienceMs - Math.max(0, age) }
}

/** What a letter says in the person's own words; null: it is a click, which they make again if they want to. */
export function wordsOf({ given }: Letter): string | null {
  const { body } = given
  if (typeof body !== "object" || body === null) return null
  if ("text" in body && typeof body.text === "string") return body.text
  const to = "to" in body ? body.to : null
  return typeof to === "object" && to !== null && "text" in to && typeof to.text === "string" ? to.text : null
}

/**
 * Whether the server said that it does not have it. What failed without a word of its own may have arrived all the same:
 * only the same key again is safe.
 */
export function isKnownRefused({ refused }: Letter): boolean {
  return refused !== undefined && refused.code !== unexplained
}

/** The code of a failure that the server did not explain. */
export const unexplained = "internal"

function withKnown(letters: Letters, key: string, to: (known: Letter) => Letter): Letters {
  const known = letters.kept.find((letter) => letter.key === key)
  return known ? withLetter(letters, to(known)) : letters
}

function nextRound({ refused, takingBack, ...letter }: Letter): Letter {
  return { ...letter, round: (letter.round ?? 0) + 1 }
}

function withLetter(letters: Letters, letter: Letter): Letters {
  const { kept, gone } = letters
  if (gone.has(letter.key)) return letters
  const known = kept.find(({ key }) => key === letter.key)
  if (known && rankOf(letter) <= rankOf(known)) return letters
  const others = kept.filter(({ key }) => key !== letter.key)
  return { kept: [...others, letter].toSorted(byOrder), gone }
}

function settled(letters: Letters, key: string): Letters {
  const { kept, gone } = letters
  if (gone.has(key)) return letters
  return {
    kept: kept.some((one) => one.key === key) ? kept.filter((one) => one.key !== key) : kept,
    gone: gone.union(new Set([key])),
  }
}

const rankOf = ({ round = 0, refused, takingBack }: Letter) => round * 3 + (refused ? 2 : takingBack ? 1 : 0)

const byOrder = (one: Letter, other: Letter) => one.order - other.order || (one.key < other.key ? -1 : 1)
