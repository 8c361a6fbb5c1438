import { describe, expect, it } from "vitest"
import { ApiProblem } from "../../src/client/client.ts"
import { openIntents } from "./intent.ts"

const problem = (code: ApiProblem["code"]) => new ApiProblem(0, { code, message: "no" })

describe("an intent", () => {
  it("is begun once while it is under way, and anew after its answer", async () => {
    const intent = openIntents()
    const keys: string[] = []
    const work = async (key: string) => keys.push(key)
    expect(await Promise.all([intent("fork", work), intent("fork", work), intent("other", work)])).toEqual([1, 1, 2])
    await intent("fork", work)
    expect(new Set(keys).size).toBe(3)
  })

  it("keeps its key until there is an answer, be it a refusal", async () => {
    const intent = openIntents()
    const keys: string[] = []
    const fails = (code: ApiProblem["code"]) => (key: string) => {
      keys.push(key)
      return Promise.reject(problem(code))
    }
    for (const code of ["unreachable", "internal", "invalid", "invalid"] as const) {
      await expect(intent("open", fails(code))).rejects.toMatchObject({ code })
    }
    const [lost, failed, refused, next] = keys
    expect([failed === lost, refused === lost, next === lost]).toEqual([true, true, false])
  })
})
