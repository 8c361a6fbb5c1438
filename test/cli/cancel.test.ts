import { describe, expect, it } from "vitest"
import { streamOf, turnScene } from "./run-scene.ts"

const slow = { text: "A long answer that takes its time to come.", chunkChars: 2, chunkDelayMs: 3000 }

const stoppedByYou = /^Stopped by you\. Resume with: holdfast resume [0-9a-f]{8}\n$/

describe("holdfast delete", () => {
  it("stops a turn that another process drives", async () => {
    const { start, run, script, json } = turnScene({ delay: "1" })
    const stream = streamOf(start("run", "go", "--json", "--model", script(slow)))
    await stream.until(({ type }) => type === "delta")
    expect(await run("delete", "last")).toMatchObject({ code: 0, stdout: expect.stringContaining("to the trash") })
    const { code, lines } = await stream.ended
    expect(code).toBe(130)
    expect(lines.find(({ type }) => type === "turn.stopped")?.data).toMatchObject({ code: "cancelled" })
    expect(await json("sessions", "--trash")).toMatchObject({ sessions: [{ status: "idle", stop: "cancelled" }] })
  })
})

describe("holdfast cancel", () => {
  it("stops a turn that another process drives", async () => {
    const { start, run, script } = turnScene({ delay: "1" })
    const stream = streamOf(start("run", "go", "--json", "--model", script(slow)))
    await stream.until(({ type }) => type === "delta")
    const cancelled = await run("cancel", "last", "--reason", "wrong way")
    expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringMatching(stoppedByYou) })
    const { code, lines } = await stream.ended
    expect(code).toBe(130)
    expect(lines.find(({ type }) => type === "turn.cancel-requested")?.data).toMatchObject({ reason: "wrong way" })
  })

  it("ends a turn whose process was killed", async () => {
    const { start, run, script, json } = turnScene({ delay: "1" })
    const child = start("run", "go", "--json", "--model", script(slow))
    const stream = streamOf(child)
    await stream.until(({ type }) => type === "delta")
    child.kill("SIGKILL")
    await stream.ended
    expect(await run("cancel", "last")).toMatchObject({ code: 0, stdout: expect.stringMatching(stoppedByYou) })
    expect(await json("sessions")).toMatchObject({ sessions: [{ status: "idle", stop: "cancelled" }] })
    expect(await run("cancel", "last")).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to cancel") })
  })
})

describe("a terminal that is closed", () => {
  it("leaves its turn in mid-answer, with what was said so far, for whoever goes on", async () => {
    const { start, script, json } = turnScene({ delay: "1" })
    const child = start("run", "go", "--json", "--model", script(slow))
    const stream = streamOf(child)
    await stream.until(({ type }) => type === "delta")
    child.kill("SIGHUP")
    const { lines } = await stream.ended
    const cut = lines.find(({ type }) => type === "model.interrupted")?.data
    expect(cut).toMatchObject({ reason: "left", text: expect.stringMatching(/^A/) })
    expect(await json("sessions")).toMatchObject({ sessions: [{ status: "interrupted" }] })
  })
})
