import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Evidence } from "../event/common.ts"
import { rollUp } from "./roll-up.ts"

const statuses = ["supporting", "contradicted", "missing", "context"] as const
const piece = (status: Evidence["status"], summary: string): Evidence => ({
  category: "verification",
  source: "dod.evidence",
  status,
  summary,
})

describe("the roll-up of evidence", () => {
  it("tells what supports, what is missing, what speaks against it and what is only context", () => {
    const [passed, failed, lacking, aside] = [
      piece("supporting", "tests passed"),
      piece("contradicted", "lint failed"),
      piece("missing", "a build"),
      piece("context", "notes.md is only known to exist"),
    ]
    expect(rollUp([passed, failed, lacking, aside])).toEqual({
      supporting: [passed],
      missing: [lacking],
      contradicted: [failed],
      context: [aside],
      blocking: [lacking, failed],
    })
  })

  it("loses nothing and blocks with nothing else", () => {
    const any = fc.array(
      fc.tuple(fc.constantFrom(...statuses), fc.string()).map(([status, text]) => piece(status, text)),
    )
    fc.assert(
      fc.property(any, (evidence) => {
        const { supporting, missing, contradicted, context, blocking } = rollUp(evidence)
        expect(new Set([...supporting, ...missing, ...contradicted, ...context])).toEqual(new Set(evidence))
        expect(new Set(blocking)).toEqual(new Set([...missing, ...contradicted]))
      }),
    )
  })
})
