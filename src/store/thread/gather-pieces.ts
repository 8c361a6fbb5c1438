import type { Checkpoint } from "./message.ts"

/** Streamed output on its way to the store: many small pieces go over in one message. */
export type Pieces = {
  add(piece: Checkpoint): void
  /** Sends what waits: before anything else is sent. */
  flush(): void
}

/** How long a piece waits for others at most. What comes alone waits for nothing. */
const gatherMs = 5

export function gatherPieces(send: (pieces: readonly Checkpoint[]) => void): Pieces {
  let gathered: Checkpoint[] = []
  let newest = new Map<string, number>()
  let sentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length === 0) return
    const pieces = gathered
    gathered = []
    newest = new Map()
    sentAt = performance.now()
    send(pieces)
  }
  const flushLater = () => {
    if (timer) return
    const left = sentAt + gatherMs - performance.now()
    if (left > 0) timer = setTimeout(flush, left)
    // At once, and not in the next round: the thread may never come to it.
    else flush()
  }
  return {
    add(piece) {
      const { session } = piece.lease
      const at = newest.get(session)
      const before = at === undefined ? undefined : gathered[at]
      if (at !== undefined && before && follows(before, piece)) {
        gathered[at] = { ...before, piece: { ...before.piece, text: before.piece.text + piece.piece.text } }
      } else {
        newest.set(session, gathered.push(piece) - 1)
      }
      flushLater()
    },
    flush,
  }
}

function follows({ lease, intent, piece }: Checkpoint, next: Checkpoint): boolean {
  return (
    lease.epoch === next.lease.epoch &&
    intent === next.intent &&
    piece.channel === next.piece.channel &&
    piece.offset + piece.text.length === next.piece.offset
  )
}
