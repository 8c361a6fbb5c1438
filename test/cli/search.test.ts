import { describe, expect, it } from "vitest"
import { filled, tail } from "./filled.ts"
import { scene } from "./scene.ts"

describe("search", () => {
  it("shows title, place and the words found, marked", async () => {
    const here = scene()
    const { newest, old } = await filled(here)
    const [text, cjk, json] = await Promise.all([
      here.run("search", "flaky", "login"),
      here.run("search", "ログイン"),
      here.json("search", "flaky", "--limit", "5"),
    ])
    expect(text).toEqual({
      code: 0,
      stderr: "",
      stdout: `Fix the flaky login test  ${tail(newest)} at 2, input.accepted, just now\n  Fix the [flaky] [login] test\n`,
    })
    expect(cjk.stdout).toContain(`${tail(old)} at 2`)
    expect(cjk.stdout).toContain("日本語の[ログイン]を直す")
    expect(json).toMatchObject({ hits: [{ session: newest, seq: 2, type: "input.accepted" }], next: null })
  })

  it("keeps to a project or a session, and pages", async () => {
    const here = scene()
    const { newest, old, otherProject } = await filled(here)
    const sessions = async (...argv: string[]) => {
      const { hits, next } = (await here.json("search", "the", ...argv)) as {
        hits: { session: string }[]
        next: string
      }
      return { sessions: hits.map(({ session }) => session), next }
    }
    expect((await sessions("--session", tail(otherProject))).sessions).toEqual([otherProject])
    expect((await sessions("--project", ".")).sessions).toEqual([newest])
    const first = await sessions("--limit", "1")
    expect([first.sessions, (await sessions("--cursor", first.next)).sessions]).toEqual([[newest], [otherProject]])
    expect(await sessions("--session", tail(old))).toEqual({ sessions: [], next: null })
  })

  it("finds words in any order, and those in quotes only as they stand", async () => {
    const here = scene()
    await filled(here)
    const hits = async (words: string) => ((await here.json("search", words)) as { hits: unknown[] }).hits.length
    expect(await Promise.all(["login flaky", '"login flaky"', '"flaky login"'].map(hits))).toEqual([1, 0, 1])
  })

  it("refuses a search without a word", async () => {
    const here = scene()
    await filled(here)
    expect(await here.run("search", "!?")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("at least one letter"),
    })
  })
})
