import { expect, it } from "vitest"
import { logOf } from "../arbitrary/example.ts"
import { answered, asked, called, finished, opened, started, stopped } from "../arbitrary/say.ts"
import { boundaryTracker } from "./boundary.ts"

it("is between two steps, and not where a call has no outcome yet", () => {
  const log = logOf(opened, started(), asked(), answered(3, "", "a"), called("a"), finished("a"), asked(), stopped())
  const isBoundary = boundaryTracker()
  expect(log.filter(isBoundary).map(({ type }) => type)).toEqual([
    "session.opened",
    "turn.started",
    "tool.finished",
    "turn.stopped",
  ])
})
