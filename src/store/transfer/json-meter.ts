/** How deep lists and objects are in each other at the deepest, and how many parts there are: they, their members, lines. */
export type JsonMeter = {
  readonly deepest: number
  readonly parts: number
  /** Looks at the next line; a text does not go beyond the end of one. */
  see(line: Uint8Array): void
}

/**
 * Measures JSON before it is parsed. What is nested too deep or has too many parts is meant to break its reader: a
 * parser would take many times the memory of the text for it.
 */
export function jsonMeter(): JsonMeter {
  let depth = 0
  let deepest = 0
  let parts = 0
  return {
    get deepest() {
      return deepest
    },
    get parts() {
      return parts
    },
    see(line) {
      parts++
      let inText = false
      for (let at = 0; at < line.length; at++) {
        const byte = line[at]
        if (inText) {
          if (byte === sign.escape) at++
          else if (byte === sign.quote) inText = false
        } else if (byte === sign.quote) inText = true
        else if (byte === sign.next) parts++
        else if (byte === sign.list || byte === sign.object) {
          parts++
          if (++depth > deepest) deepest = depth
        } else if (byte === sign.listEnd || byte === sign.objectEnd) depth = Math.max(0, depth - 1)
      }
    },
  }
}

const sign = {
  quote: 0x22,
  next: 0x2c,
  escape: 0x5c,
  list: 0x5b,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const
