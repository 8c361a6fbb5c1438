import { describe, expect, it } from "vitest"
import { hashOf } from "./files/file-content.ts"
import { shorten } from "./shorten.ts"

const blobs = new Map<string, string>()
const putBlob = async (bytes: Uint8Array, mediaType = "") => {
  blobs.set(hashOf(bytes), Buffer.from(bytes).toString("utf8"))
  return { blob: hashOf(bytes), bytes: bytes.length, mediaType }
}
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

describe("shorten", () => {
  it("leaves what fits as it is, and mends half characters", async () => {
    expect(await shorten("a\nb\n", { putBlob })).toEqual({ text: "a\nb\n" })
    expect(await shorten("a\ud800", { putBlob })).toEqual({ text: "a\ufffd" })
  })

  it("shows head and tail of what has too many lines, and where the whole is", async () => {
    const text = lines(1000).join("\n")
    const short = await shorten(text, { putBlob, limits: { characters: 10_000, lines: 10 } })
    const hash = short.whole?.blob ?? ""
    expect(short.text.split("\n")).toEqual([
      ...lines(6),
      `[... 990 of 1000 lines left out. Read them with read {"path": "output:${hash}", "offset": 7} ...]`,
      ...lines(1000).slice(-4),
    ])
    expect(blobs.get(hash)).toBe(text)
    expect(short.whole).toEqual({ blob: hash, bytes: text.length, mediaType: "text/plain; charset=utf-8" })
  })

  it("folds a line that is too long, at whole characters", async () => {
    const short = await shorten("🎉".repeat(40_000), { putBlob })
    expect(short.text.length).toBeLessThan(31_000)
    expect(short.text.isWellFormed()).toBe(true)
    expect(short.text).toMatch(/^(🎉)+\n/u)
  })
})
