import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { finish, openSession, scene } from "./scene.ts"
import { turned, write } from "./turned.ts"

describe("rewind", () => {
  it("goes back with the files, and regenerates the last answer", async () => {
    const here = scene()
    const steps = [{ text: "First." }, write("a.txt", "agent\n"), { text: "Second." }, { text: "Again." }]
    await turned(here, steps)
    await turned(here, steps, "-c")
    const again = await here.run("rewind", "last", "--regenerate", "--files")
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("holdfast resume") })
    expect(existsSync(join(here.project, "a.txt"))).toBe(false)
    expect(await finish(here.start("resume"))).toMatchObject({ code: 0, stdout: expect.stringContaining("Again.") })
    expect((await here.run("show", "last")).stdout).not.toContain("Second.")
    expect(await here.json("rewind", "last", "--turns", "2")).toMatchObject({ to: 2, input: null, files: null })
  })

  it("refuses an event in the middle of a step, and names the nearest ones between two", async () => {
    const here = scene()
    await turned(here, [write("a.txt", "agent\n"), { text: "Written." }])
    const events: { seq: number; type: string }[] = (await here.run("log", "last", "--json")).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    const seqOf = (type: string) => events.find((event) => event.type === type)?.seq ?? 0
    const before = seqOf("model.asked") - 1
    const after = seqOf("tool.finished")
    for (const type of ["model.asked", "model.answered", "tool.called", "tool.started"]) {
      expect(await here.json("rewind", "last", "--to", String(seqOf(type)))).toMatchObject({
        error: { code: "illegal", message: expect.stringContaining(`${before} and ${after} instead`) },
      })
    }
    expect(await here.json("rewind", "last", "--to", String(after))).toMatchObject({ to: after })
    expect((await here.run("export", "last", "--format", "markdown")).stdout).not.toContain("streaming")
  })

  it("refuses what is not there, and tells that the log has moved on", async () => {
    const here = scene()
    await here.use((store) => openSession(store, here.project, "Nothing yet"))
    expect(await here.json("rewind", "last", "--to", "1", "--head", "9")).toMatchObject({
      error: { code: "behind", message: expect.stringMatching(/moved on from event 9 to \d+/) },
    })
    expect(await here.json("rewind", "last", "--turns", "1")).toMatchObject({ error: { code: "not-found" } })
    for (const wrong of [[], ["--to", "1", "--turns", "1"], ["--to", "1", "--force"]])
      expect(await here.run("rewind", "last", ...wrong)).toMatchObject({ code: 2 })
  })
})
