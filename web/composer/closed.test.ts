import { describe, expect, it } from "vitest"
import { emptyState } from "../../src/session/empty-state.ts"
import { closedBy } from "./closed.ts"

const state = emptyState("s")
const withLog = (log: object) => ({ ...state, log: { ...state.log, ...log } })
const open = { gone: null, state, row: undefined, at: null } as const

describe("why nothing can be written", () => {
  it("is nothing in a session that is open, or not here yet", () => {
    expect(closedBy(open)).toBeNull()
    expect(closedBy({ ...open, state: undefined })).toBeNull()
  })

  it("tells what matters most first", () => {
    expect(closedBy({ ...open, state: withLog({ trashed: true }), at: 7 })).toBe("trashed")
    const newer = withLog({ trashed: true, newer: { seq: 1, type: "x", v: 2 } })
    expect(closedBy({ ...open, state: newer })).toBe("newer")
    expect(closedBy({ ...open, gone: "erased", at: 7 })).toBe("erased")
    expect(closedBy({ ...open, at: 7 })).toBe("at")
  })
})
