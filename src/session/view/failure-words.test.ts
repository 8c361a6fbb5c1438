import { expect, it } from "vitest"
import { failureTitle } from "./failure-words.ts"

it("names what went wrong, with the status where there was one", () => {
  expect(failureTitle({ kind: "server", status: 500 })).toBe("Server error 500")
  expect(failureTitle({ kind: "connection", status: null })).toBe("Connection failed")
})
