/** A reading of a text that is still coming: it yields when it needs more, and continues from there. */
export type Reading<T> = Generator<undefined, T, undefined>

export type Mark = { readonly chunk: number; readonly offset: number; readonly at: number }

export type Cursor = ReturnType<typeof textCursor>

/**
 * A place in a text that comes in chunks. Readings go back to a mark when they found nothing; the chunks are never
 * joined to look at them, so that a long body costs no more for coming in small pieces.
 */
export function textCursor() {
  const chunks: string[] = []
  let chunk = 0
  let offset = 0
  let at = 0
  let furthest = 0
  let looked = 0
  let length = 0
  let ended = false

  function turnOver(): void {
    if (offset < (chunks[chunk]?.length ?? 0) || chunk + 1 >= chunks.length) return
    chunk += 1
    offset = 0
  }

  /** The character here if it has come: asking is much cheaper than to begin a reading. */
  function here(): string | undefined {
    turnOver()
    const text = chunks[chunk]
    if (text === undefined || offset >= text.length) return ended ? "" : undefined
    looked += 1
    if (at >= furthest) furthest = at + 1
    return text.charAt(offset)
  }

  /** The character here, or "" where the text has ended. */
  function* peek(): Reading<string> {
    for (;;) {
      const next = here()
      if (next !== undefined) return next
      yield
    }
  }

  return {
    here,
    peek,
    /** Steps over a match of a sticky pattern (`y`), as far as it is in one chunk, and returns it. */
    stretch(fits: RegExp): string {
      turnOver()
      fits.lastIndex = offset
      const text = fits.exec(chunks[chunk] ?? "")?.[0] ?? ""
      offset += text.length
      at += text.length
      looked += text.length
      if (at > furthest) furthest = at
      return text
    },
    feed(delta: string): void {
      if (delta !== "") chunks.push(delta)
      length += delta.length
    },
    end(): void {
      ended = true
    },
    /** Steps over a character that was looked at. */
    next(): void {
      turnOver()
      offset += 1
      at += 1
    },
    mark: (): Mark => ({ chunk, offset, at }),
    reset(mark: Mark): void {
      chunk = mark.chunk
      offset = mark.offset
      at = mark.at
    },
    /** The text from a mark to here. */
    since(mark: Mark): string {
      if (mark.chunk === chunk) return (chunks[chunk] ?? "").slice(mark.offset, offset)
      const between = chunks.slice(mark.chunk + 1, chunk).join("")
      return `${(chunks[mark.chunk] ?? "").slice(mark.offset)}${between}${(chunks[chunk] ?? "").slice(0, offset)}`
    },
    /** Forgets what lies behind; no mark may be kept over it. */
    release(): void {
      if (chunk < 1024) return
      chunks.splice(0, chunk)
      chunk = 0
    },
    at: (): number => at,
    /** How long the text is, as far as it has come. */
    length: (): number => length,
    /** Measures how far the readings look from here on: call the returned function to know. */
    watch(): () => number {
      const outer = furthest
      furthest = at
      return () => {
        const reached = furthest
        furthest = Math.max(outer, reached)
        return reached
      }
    },
    /** How often a character was looked at: the work that was done. */
    looked: (): number => looked,
  }
}

/** Steps over all characters that fit. */
export function* skip(cursor: Cursor, fits: RegExp): Reading<void> {
  for (;;) {
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "" || !fits.test(next)) return
    cursor.next()
  }
}

/** Takes characters that fit, at most so many. */
export function* take(cursor: Cursor, fits: RegExp, most: number): Reading<string> {
  let taken = ""
  while (taken.length < most) {
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "" || !fits.test(next)) return taken
    cursor.next()
    taken += next
  }
  return taken
}

/** Takes the longest of the literals that is here, or nothing. Literals are in the form of `folded`. */
export function* literal(cursor: Cursor, literals: readonly string[]): Reading<string | null> {
  const start = cursor.mark()
  let branch: Branch | undefined = treeOf(literals)
  let found: { literal: string; end: Mark } | null = null
  for (;;) {
    branch = branch.next.get(folded(cursor.here() ?? (yield* cursor.peek())))
    if (branch === undefined) break
    cursor.next()
    if (branch.literal !== null) found = { literal: branch.literal, end: cursor.mark() }
  }
  cursor.reset(found?.end ?? start)
  return found?.literal ?? null
}

type Branch = { literal: string | null; next: Map<string, Branch> }

const trees = new WeakMap<readonly string[], Branch>()

function treeOf(literals: readonly string[]): Branch {
  const known = trees.get(literals)
  if (known) return known
  const root: Branch = { literal: null, next: new Map() }
  for (const one of literals) {
    let branch = root
    for (const character of one) {
      const next = branch.next.get(character) ?? { literal: null, next: new Map() }
      branch.next.set(character, next)
      branch = next
    }
    branch.literal = one
  }
  trees.set(literals, root)
  return root
}

// Models write the marks of their training in other cases, and the wide bar of DeepSeek as a plain one.
function folded(character: string): string {
  if (character === "｜") return "|"
  if (character === "▁") return "_"
  return character.toLowerCase()
}

/** Reads a text that is whole already. */
export function readAll<T>(text: string, reading: (cursor: Cursor) => Reading<T>): T {
  const cursor = textCursor()
  cursor.feed(text)
  cursor.end()
  const step = reading(cursor).next()
  if (!step.done) throw new Error("a reading waits for more of a text that has ended")
  return step.value
}
