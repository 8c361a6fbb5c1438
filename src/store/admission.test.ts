import { expect, it } from "vitest"
import { prepare } from "./admission.ts"

it("says to put into a blob what is too long to be stored, however short it was before it was escaped", () => {
  const escaped = "\u0001".repeat(1_000_000)
  const text = Array<string>(100).fill(escaped).join("")
  const data = { call: "c", status: "ok" as const, output: { text }, changed: [] }
  expect(() => prepare([{ type: "tool.finished", data }], { kind: "owner", name: "agent" })).toThrow(
    expect.objectContaining({ code: "invalid", message: expect.stringContaining("into a blob") }),
  )
})
