import { expect, it } from "vitest"
import { cell } from "./cell.ts"

it("tells everybody of a new value, and then of the listener that failed", () => {
  const value = cell("closed")
  const seen: string[] = []
  value.subscribe(() => {
    throw new Error("the browser is full")
  })
  value.subscribe(() => seen.push(value.get()))
  expect(() => value.set("open")).toThrow("the browser is full")
  expect(seen).toEqual(["open"])
})
