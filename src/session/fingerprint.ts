/** What tells a text from another one of the same length: quick to extend, and no secret is to depend on it. */
export type Fingerprint = { length: number; low: number; high: number }

export const emptyFingerprint: Fingerprint = { length: 0, low: 0xdeadbeef, high: 0x41c6ce57 }

/** The fingerprint of a text with more behind it. */
export function extended({ length, low, high }: Fingerprint, text: string): Fingerprint {
  let [a, b] = [low, high]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
    // Without it the low bits of each unit would only ever move up, and out.
    a ^= a >>> 15
    b ^= b >>> 13
  }
  return { length: length + text.length, low: a >>> 0, high: b >>> 0 }
}
