import { expect, it } from "vitest"
import { logOf } from "../../../test/support/session/example.ts"
import { answered, asked, called, finished, opened, started, stopped } from "../../../test/support/session/say.ts"
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

it("is between two steps again once a check of an earlier version was settled as a call", () => {
  const check = { attempt: "one", check: "test" }
  const log = logOf(
    opened,
    started(),
    ["done.verification-started", { ...check, command: "npm test" }],
    [
      "tool.finished",
      {
        call: "check-3",
        status: "ok",
        check: { ...check, status: "passed", summary: "passed" },
        output: { text: "" },
        changed: [],
      },
    ],
  )
  expect(log.map(boundaryTracker())).toEqual([true, true, false, true])
})
