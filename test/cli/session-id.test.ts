import { describe, expect, it } from "vitest"
import { filled, tail } from "./filled.ts"
import { scene } from "./scene.ts"

describe("an id", () => {
  it("is the short one, any other beginning or end, or last", async () => {
    const here = scene()
    const { newest, trashed } = await filled(here)
    const found = await Promise.all(
      [
        newest,
        tail(newest),
        newest.slice(-4),
        newest.slice(0, 30),
        tail(newest).toUpperCase(),
        "last",
        tail(trashed),
      ].map(async (id) => ((await here.json("show", id)) as { session: { id: string } }).session.id),
    )
    expect(found).toEqual([newest, newest, newest, newest, newest, newest, trashed])
  })

  it("that fits several names them", async () => {
    const here = scene()
    const { old, newest } = await filled(here)
    const { code, stderr } = await here.run("show", newest.slice(0, 8))
    expect(code).toBe(1)
    expect(stderr).toMatch(/matches 5 sessions. Type more of the id:/)
    expect(stderr).toContain(`  ${tail(newest)}  Fix the flaky login test, just now`)
    expect(stderr).toContain(`  ${tail(old)}  日本語のログインを直す`)
    const { error } = (await here.json("show", newest.slice(0, 8))) as { error: { details: { candidates: string[] } } }
    expect(error.details.candidates).toHaveLength(5)
  })

  it("that fits none, is too short or was erased is told apart", async () => {
    const here = scene()
    const { old } = await filled(here)
    await here.use((store) => store.erase(old))
    const [none, short, erased] = await Promise.all([
      here.json("show", "ffffffff"),
      here.json("show", "abc"),
      here.json("show", old),
    ])
    expect(none).toMatchObject({ error: { code: "not-found" } })
    expect(short).toMatchObject({
      error: { code: "not-found", message: expect.stringContaining("at least 4 characters") },
    })
    expect(erased).toMatchObject({ error: { code: "erased" } })
  })
})
