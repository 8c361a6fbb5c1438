/** The fingerprint of a text that grows: what comes later is added without the text before it. */
export type Print = { length: number; low: number; high: number }

export const noPrint: Print = { length: 0, low: 0xdeadbeef, high: 0x41c6ce57 }

/** The fingerprint of the text with more behind it. */
export function printOn({ length, low, high }: Print, text: string): Print {
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

export function spellPrint({ low, high }: Print): string {
  return `${low.toString(36)}.${high.toString(36)}`
}

export function parsePrint(length: number, text: string): Print | undefined {
  const [, low = "", high = ""] = /^([0-9a-z]{1,7})\.([0-9a-z]{1,7})$/.exec(text) ?? []
  return low && high ? { length, low: Number.parseInt(low, 36), high: Number.parseInt(high, 36) } : undefined
}

export function isSamePrint(a: Print, b: Print): boolean {
  return a.length === b.length && a.low === b.low && a.high === b.high
}
