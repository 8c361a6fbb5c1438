import { describe, expect, it } from "vitest"
import { HoldfastError } from "../../session/error.ts"
import { EngineLost } from "./engine.ts"
import { setbackOf } from "./setback.ts"

const storage = new HoldfastError("storage-full", "The disk is full.")

describe("a session that could not be driven", () => {
  it("is left to whoever drives it", () => {
    expect(setbackOf(new HoldfastError("owned", "It is driven elsewhere."), 0)).toEqual({ do: "stand-aside" })
  })

  it("is tried for ever where the storage is the trouble, ever more slowly", () => {
    const waits = [0, 1, 2, 3, 50].map((tries) => setbackOf(storage, tries))
    expect(waits.map((setback) => (setback.do === "try-again" ? setback.inMs : null))).toEqual([
      1_000, 2_000, 4_000, 8_000, 60_000,
    ])
  })

  it("is tried again at once, apart from others, when the engine was lost; not for ever", () => {
    expect(setbackOf(new EngineLost("gone", 3), 0)).toEqual({ do: "try-again", inMs: 0, suspectAmong: 3 })
    expect(setbackOf(new EngineLost("gone", 3), 8)).toEqual({ do: "give-up" })
  })

  it("is given up where another try changes nothing, and after some tries where nobody knows", () => {
    expect(setbackOf(new HoldfastError("not-found", "The workspace is not there."), 0)).toEqual({ do: "give-up" })
    expect(setbackOf(new TypeError("a bug"), 0).do).toBe("try-again")
    expect(setbackOf(new TypeError("a bug"), 5)).toEqual({ do: "give-up" })
  })
})
