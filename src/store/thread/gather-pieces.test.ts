import { describe, expect, it } from "vitest"
import { gatherPieces } from "./gather-pieces.ts"
import type { Checkpoint } from "./message.ts"

const piece = (session: string, offset: number, text: string, channel: "text" | "reasoning" = "text"): Checkpoint => ({
  lease: { session, epoch: 1, owner: { type: "Test", path: "" } },
  intent: 7,
  piece: { channel, offset, text },
})

function gathering() {
  const sent: Array<readonly Checkpoint[]> = []
  const waiting: Array<() => void> = []
  const pieces = gatherPieces((gathered) => {
    sent.push(gathered)
    for (const resume of waiting.splice(0)) resume()
  })
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  return { pieces, sent, next }
}

describe("pieces on their way to the store", () => {
  it("go at once where none went just before, and then together, those of a session that follow each other as one", async () => {
    const { pieces, sent, next } = gathering()
    pieces.add(piece("one", 0, "Hel"))
    const told = next()
    pieces.add(piece("one", 3, "l"))
    pieces.add(piece("two", 0, "Good"))
    pieces.add(piece("one", 4, "o"))
    await told
    expect(sent).toEqual([[piece("one", 0, "Hel")], [piece("one", 3, "lo"), piece("two", 0, "Good")]])
  })

  it("keep their order where they do not follow each other", async () => {
    const { pieces, sent, next } = gathering()
    pieces.add(piece("two", 0, "first"))
    const told = next()
    const said = [piece("one", 0, "Hm", "reasoning"), piece("one", 0, "Yes"), piece("one", 2, "m", "reasoning")]
    for (const each of [...said, piece("one", 0, "No")]) pieces.add(each)
    await told
    expect(sent.slice(1)).toEqual([[...said, piece("one", 0, "No")]])
  })

  it("go at once when something else is to be sent, and never twice", async () => {
    const { pieces, sent, next } = gathering()
    pieces.add(piece("one", 0, "before"))
    pieces.flush()
    pieces.flush()
    expect(sent).toEqual([[piece("one", 0, "before")]])
    const told = next()
    pieces.add(piece("one", 6, " and after"))
    await told
    expect(sent.slice(1)).toEqual([[piece("one", 6, " and after")]])
  })
})
