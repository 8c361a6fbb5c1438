/** A UUIDv7 without `crypto.randomUUID`, which is missing on pages loaded over plain HTTP from another machine. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const at = Date.now()
  for (let n = 0; n < 6; n++) bytes[n] = Math.floor(at / 2 ** (8 * (5 - n))) % 256
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}
