import { expect, it } from "vitest"
import { failureTitle } from "./failure-words.ts"

it("names what went wrong, with the status where there was one", () => {
  expect(failureTitle({ kind: "server", status: 500 })).toBe("Server error 500")
  expect(failureTitle({ kind: "connection", status: null })).toBe("Connection failed")
  expect(failureTitle({ kind: "auth", status: 401 })).toBe("API key rejected 401")
  // Nothing was asked that could have rejected it.
  expect(failureTitle({ kind: "auth", status: null })).toBe("No usable API key")
})
