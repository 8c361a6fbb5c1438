import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { streamOf, type TurnScene, turnScene } from "./run-scene.ts"

const reading = (name: string) => ({ text: `Now ${name}.`, toolCalls: [{ name: "read", arguments: { path: name } }] })
const names = ["a.txt", "b.txt", "c.txt", "d.txt"]
const note = { for: "compact" as const, text: "- The port is 4711." }

type Status = { compaction: object | null }

/** A session that has read some files. */
async function filled(here: TurnScene): Promise<void> {
  for (const name of names) writeFileSync(join(here.project, name), `${name} says something. `.repeat(800))
  const model = here.script(note, ...names.map(reading), { text: "All read." })
  expect(await here.run("run", "What do the files say?", "--model", model)).toMatchObject({ code: 0 })
}

describe("holdfast compact", () => {
  it("sums up the older part of a session, says so, and shows it from then on", async () => {
    const here = turnScene()
    await filled(here)
    expect((await here.run("status")).stdout).toMatch(/^Context {6}[\d,]+ tokens; the window is not known$/m)
    const { code, stdout } = await here.run("compact", "--focus", "the port")
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Compacted: \d+ messages are now a summary; [\d,]+ tokens are now [\d,]+\.\nContext: [\d,]+ tokens; the window is not known\.$/m,
    )
    expect((await here.run("show", "last")).stdout).toMatch(
      /^-- \d+ messages before this are summarized for the model$/m,
    )
    expect((await here.run("log", "last")).stdout).toMatch(/context\.compact-requested.*keep: the port/)
    const status = await here.json("status")
    expect(status).toMatchObject({
      context: { window: null, free: null, threshold: 100_000 },
      compaction: { count: 1, notes: "- The port is 4711." },
    })
  })

  it("keeps as many of the newest messages as it is told to", async () => {
    const here = turnScene()
    const model = here.script({ text: "One." }, { text: "Two." })
    await here.run("run", "Say one.", "--model", model)
    await here.run("run", "-c", "Say two.")
    expect((await here.run("compact")).stdout).toMatch(/^Not compacted: /)
    expect(await here.json("compact", "--keep", "1")).toMatchObject({ compacted: { removed: 3, reason: "asked" } })
    expect(await here.run("compact", "--keep", "0")).toMatchObject({ code: 2 })
  })

  it("happens by itself at the threshold that config.json sets, and status names that threshold", async () => {
    const here = turnScene()
    mkdirSync(here.config)
    const settings = { compaction: { atTokens: 1, keepMessages: 2 } }
    writeFileSync(join(here.config, "config.json"), JSON.stringify(settings))
    const model = here.script({ text: "One." }, { text: "Two." })
    await here.run("run", "Say one.", "--model", model)
    await here.run("run", "-c", "Say two.")
    expect(await here.json("status")).toMatchObject({ compaction: { count: 1, removed: 1 }, context: { threshold: 1 } })
  })

  it("travels with the session", async () => {
    const [here, there] = [turnScene(), turnScene()]
    await filled(here)
    await here.run("compact")
    const file = here.outside("out")
    await here.run("export", "last", "-o", file)
    const { id } = (await there.json("import", file)) as { id: string }
    const compactionOf = async ({ json }: TurnScene) => ((await json("status", id)) as Status).compaction
    const compaction = await compactionOf(here)
    expect(compaction).toMatchObject({ count: 1 })
    expect(await compactionOf(there)).toEqual(compaction)
    expect((await there.run("show", id)).stdout).toMatch(/^-- \d+ messages before this are summarized/m)
  })

  it("is what /compact means to run, and no task", async () => {
    const here = turnScene()
    await filled(here)
    expect((await here.run("run", "-c", "/compact the port")).stdout).toMatch(/^Compacted: /)
    await here.run("run", "-c", "/compact")
    expect(await here.json("run", "-c", "/compact")).toMatchObject({
      compacted: null,
      kept: expect.stringContaining("not"),
    })
    const log = (await here.run("log", "last")).stdout
    expect(log.match(/turn\.started/g)).toHaveLength(1)
    expect(log).toMatch(/keep: the port/)
    expect(await here.run("run", "/compact")).toMatchObject({ code: 2, stderr: expect.stringContaining("--continue") })
  })

  it("leaves an open turn to whoever goes on with it", async () => {
    const here = turnScene({ delay: "1" })
    const slow = { text: "A long answer that takes its time.", chunkChars: 2, chunkDelayMs: 3_000 }
    const child = here.start("run", "go", "--json", "--model", here.script(slow))
    const stream = streamOf(child)
    await stream.until(({ type }) => type === "delta")
    child.kill("SIGKILL")
    await stream.ended
    expect((await here.run("compact")).stdout).toMatch(/runs with the next step of its turn/)
  })
})
