import { zstdDecompressSync } from "node:zlib"

/** No stored value is longer; an imported one cannot be. */
export const longestValue = 512 * 1024 * 1024

/** How much longer than its bytes a value may be whose recorded length was damaged. */
const usual = { ratio: 64, floor: 1024 * 1024 } as const

/**
 * Unpacks no more than a value is said to hold. A few bytes can unpack to many gigabytes; where they would, it throws before
 * that.
 */
export function unpackBytes(data: Uint8Array, recorded?: number): Buffer {
  const expected = recorded === undefined ? longestValue : Math.max(recorded, usual.ratio * data.length, usual.floor)
  return zstdDecompressSync(data, { maxOutputLength: Math.min(expected, longestValue) })
}
