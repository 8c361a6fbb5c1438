import { expect, it } from "vitest"
import { ApiProblem } from "../../src/client/client.ts"
import { withdrawalResult } from "./withdrawal.ts"

const illegal = (details: Record<string, unknown>) => new ApiProblem(409, { code: "illegal", message: "no", details })

it("gives back what never arrived or was taken back already, and not what was taken up", () => {
  const results = [null, "taken back", "taken up", "accepted"].map((became) => withdrawalResult(illegal({ became })))
  expect(results).toEqual(["back", "back", "taken-up", "taken-up"])
})

it("knows nothing from a refusal that is about something else", () => {
  expect([withdrawalResult(illegal({})), withdrawalResult(new Error("lost"))]).toEqual([null, null])
})
