import { expect, it } from "vitest"
import { logOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import { fold } from "../fold.ts"
import { ledger } from "./ledger.ts"

it("shows the ledger by its three lists, in the order in which items came", () => {
  const item = (id: string, list: "assumptions" | "acceptanceAnchors" | "decisionBoundaries") =>
    ({ id, list, text: id, status: "open", introducedPhase: "clarify" }) as const
  const items = [item("1", "decisionBoundaries"), item("2", "assumptions"), item("3", "decisionBoundaries")]
  const { branch } = fold("session", logOf(say.opened, ["workflow.ledger-changed", { items }]))
  expect(ledger(branch)).toEqual({
    assumptions: [items[1]],
    acceptanceAnchors: [],
    decisionBoundaries: [items[0], items[2]],
  })
})
