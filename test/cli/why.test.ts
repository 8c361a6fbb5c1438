import { describe, expect, it } from "vitest"
import { openSession, scene } from "./scene.ts"
import { turned, write } from "./turned.ts"

describe("why", () => {
  it("tells in a few lines what stopped the last turn, and how to go on", async () => {
    const here = scene()
    await turned(here, [write("a.txt", "x\n"), { text: "Done." }])
    const { code, stdout } = await here.run("why")
    const lines = stdout.trimEnd().split("\n")
    expect(code).toBe(0)
    expect(lines.length).toBeLessThanOrEqual(15)
    expect(lines[0]).toBe("Mend the login")
    expect(lines[1]).toMatch(/^Done, not verified.*, just now \(event \d+, turn \w{8}\)\.$/)
    expect(stdout).toMatch(/^Steps {12}2 steps, \d tool calls? \(\d ok\), events \d+ to \d+$/m)
    expect(stdout).toMatch(/^Files {12}created a\.txt \(event \d+\)$/m)
    expect(stdout).toMatch(/holdfast undo \w{8} +restore its files/)
    const { why } = (await here.json("why", "last")) as { why: { turn: string } }
    expect(why).toMatchObject({ standing: "stopped", stop: { code: "completed-unverified", exitCode: 0 } })
    expect(await here.json("why", "last", "--turn", why.turn.slice(-8))).toMatchObject({ why: { turn: why.turn } })
  })

  it("tells that the changes of a turn were undone", async () => {
    const here = scene()
    await turned(here, [write("a.txt", "x\n"), { text: "Done." }])
    await here.run("undo")
    expect((await here.run("why")).stdout).toContain("Its changes were undone.")
  })

  it("shows the checks of the last attempt with what they said, and those before it", async () => {
    const here = scene()
    const [broken, worse] = [write("a.mjs", "export const one = \n"), write("a.mjs", "export const = \n")]
    await turned(here, [broken, { text: "Done." }, worse, { text: "Better." }, { text: "It is." }, { text: "Yes." }])
    const { stdout } = await here.run("why")
    expect(stdout).toMatch(/^Checks {11}✗ node --check a\.mjs {2}failed, exit code 1: SyntaxError: .* \(event \d+\)$/m)
    expect(stdout).toMatch(/^ {17}before: ✗ node --check a\.mjs {2}failed/m)
    expect(stdout).not.toMatch(/and \d+ more$/m)
  })

  it("names the ask of a turn that waits, and the command that answers it", async () => {
    const here = scene()
    const ask = { toolCalls: [{ name: "ask", arguments: { question: "Which colour?" } }] }
    expect(await turned(here, [ask])).toMatchObject({ code: 3 })
    const { stdout } = await here.run("why")
    expect(stdout).toMatch(/^Waiting for your answer, since/m)
    expect(stdout).toMatch(/^Asks you {9}Which colour\? \(event \d+\)$/m)
    const typed = /holdfast answer (\w{8}) --text "…" --resume {2}answer it$/m.exec(stdout)
    expect(await here.run("answer", typed?.[1] ?? "", "--text", "blue", "--resume")).toMatchObject({
      stdout: "Done.\n",
    })
  })

  it("does not call a turn interrupted that waited for its answer", async () => {
    const here = scene()
    await turned(here, [{ toolCalls: [{ name: "ask", arguments: { question: "Which colour?" } }] }])
    await here.run("answer", "last", "--text", "blue", "--resume")
    const { why } = (await here.json("why")) as { why: { standing: string; interruptions: unknown[] } }
    expect(why).toMatchObject({ standing: "stopped", interruptions: [] })
    expect((await here.run("why")).stdout).not.toMatch(/interrupted|resumed by/i)
  })

  it("says that there is no turn yet", async () => {
    const here = scene()
    await here.use((store) => openSession(store, here.project, "Later"))
    expect((await here.run("why")).stdout).toMatch(/has no turn yet\. A message is queued: holdfast resume/)
  })
})
