import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openSession, scene } from "./scene.ts"
import { turned, write } from "./turned.ts"

describe("undo", () => {
  it("puts files back, says what it left and why, and takes it back", async () => {
    const here = scene()
    await turned(here, [write("a.txt", "agent\n"), write("b.txt", "agent\n"), { text: "Done." }])
    const [a, b] = [join(here.project, "a.txt"), join(here.project, "b.txt")]
    writeFileSync(a, "mine\n")
    const undone = await here.run("undo")
    expect(undone).toMatchObject({ code: 1, stderr: "" })
    expect(undone.stdout).toMatch(/^Undid turn \w+ of \w+: 1 file restored\.\n {2}removed {3}b\.txt\n/)
    expect(undone.stdout).toMatch(
      /left\s+a\.txt: a\.txt was changed since\.[\s\S]*-mine[\s\S]*undo \w+ --turn \w+ --force\n/,
    )
    expect([existsSync(b), readFileSync(a, "utf8")]).toEqual([false, "mine\n"])
    expect(await here.json("undo", "last", "--redo")).toMatchObject({
      did: "redone",
      restored: [{ path: b }],
      left: [],
    })
    expect(readFileSync(b, "utf8")).toBe("agent\n")
    expect(await here.run("undo", "last", "--force")).toMatchObject({ code: 0 })
    expect([existsSync(a), existsSync(b)]).toEqual([false, false])
  })

  it("says where there is nothing to undo, and refuses what it cannot know", async () => {
    const here = scene()
    await here.use((store) => openSession(store, here.project, "Nothing yet"))
    expect((await here.run("undo")).stdout).toMatch(/^There is nothing to undo in \w+\.\n/)
    expect(await here.json("undo", "last", "--turn", "nothing")).toMatchObject({ error: { code: "not-found" } })
    expect(await here.json("undo", "last", "--head", "1")).toMatchObject({ error: { code: "behind" } })
    expect(await here.run("undo", "last", "--redo", "--turn", "x")).toMatchObject({ code: 2 })
  })
})
