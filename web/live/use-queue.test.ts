import { expect, it } from "vitest"
import { stateOf } from "../../test/support/session/example.ts"
import { consumed, opened, queue, send, started } from "../../test/support/session/say.ts"
import { isQueued } from "./use-queue.ts"

it("calls a message queued behind something, and one that just starts only when it has waited for a while", () => {
  const first = [opened, send("a")] as const
  expect(isQueued(stateOf(...first), false)).toBe(false)
  expect(isQueued(stateOf(...first), true)).toBe(true)
  expect(isQueued(stateOf(...first, queue("b")), false)).toBe(true)
  expect(isQueued(stateOf(...first, consumed("a"), started(), queue("b")), false)).toBe(true)
  expect(isQueued(stateOf(...first, consumed("a"), started()), true)).toBe(false)
})
