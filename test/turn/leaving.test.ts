import { expect, it } from "vitest"
import { isWhole, matrixTimeoutMs, share } from "../matrix.ts"
import { prepareFixture, removeFixture } from "./fixture.ts"
import { checkLaws } from "./laws.ts"
import { outcomeOf } from "./outcome.ts"
import { play } from "./play.ts"
import { scenarioNamed } from "./scenarios.ts"

// A core of every fourth append; each slice begins at another one.
const stride = isWhole ? 1 : 4
const first = share.kind === "tenth" ? 1 + (share.slice % stride) : 1

it.for(["plain answer", "write", "looks side by side", "command", "explore", "server error"])(
  "comes to the same, wherever its driver is told to leave: %s",
  { timeout: matrixTimeoutMs },
  async (name) => {
    const scenario = scenarioNamed(name)
    const played = async (leaveAfter?: number) => {
      const fixture = prepareFixture(scenario)
      try {
        const { left } = await play({ fixture, scenario, ...(leaveAfter === undefined ? {} : { leaveAfter }) })
        await checkLaws(fixture, { kills: 0 })
        return { left, outcome: await outcomeOf(fixture, scenario) }
      } finally {
        removeFixture(fixture)
      }
    }
    const { outcome } = await played()
    for (let after = first; ; after += stride) {
      const disturbed = await played(after)
      if (!disturbed.left) break
      expect(disturbed.outcome, `left after ${after} appends`).toEqual(outcome)
    }
  },
)
