import { renameSync } from "node:fs"
import { describe, expect, it, onTestFinished } from "vitest"
import { openStore } from "../../src/index.ts"
import { thisProcess } from "../../src/store/owner.ts"
import { callGate, gate } from "./gate.ts"
import { eventsOf, isType, run, scene, stops, until } from "./scene.ts"

describe("two agents on one session", () => {
  it("one drives, the other is told who does; what it says reaches the first", async () => {
    const { tool, open } = gate()
    const played = await scene({ model: [callGate, { text: "First." }, { text: "Second." }], tools: [tool] })
    await played.agent.send(played.session, "What is in the README?")
    const driving = played.agent.drive(played.session)
    await until(played, isType("tool.started"))
    const store = openStore({ directory: played.directory })
    onTestFinished(() => store.close())
    const other = played.agentWith({ store })
    await expect(other.drive(played.session)).rejects.toMatchObject({ code: "owned" })
    await other.send(played.session, "And this.")
    open()
    await driving
    expect(await stops(played)).toEqual(["answered", "answered"])
    expect((await other.drive(played.session)).rest).toBe("input")
  })

  it("what one does after it was taken for dead is refused", async () => {
    const { tool, open } = gate("act")
    const played = await scene({ model: [callGate, { text: "Taken over." }], tools: [tool] })
    const gone = { ...thisProcess(), pid: 2 ** 22 + 1, startedAt: "1" }
    const store = openStore({ directory: played.directory, identity: gone })
    onTestFinished(() => store.close())
    const zombie = played.agentWith({ store })
    await zombie.send(played.session, "What is in the README?")
    const driving = zombie.drive(played.session)
    await until(played, isType("tool.started"))

    await played.agent.drive(played.session)
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.status)).toEqual(["unknown"])
    expect(await stops(played)).toEqual(["completed-unverified"])
    const { seq } = await played.store.row(played.session)

    open()
    await expect(driving).rejects.toMatchObject({ code: "fenced" })
    expect((await played.store.row(played.session)).seq).toBe(seq)
  })

  it("the workspace must be there", async () => {
    const played = await scene({ model: [] })
    renameSync(played.workspace, `${played.workspace}-moved`)
    await expect(run(played)).rejects.toMatchObject({ code: "not-found" })
    renameSync(`${played.workspace}-moved`, played.workspace)
    expect((await played.agent.drive(played.session)).rest).toBe("input")
    expect(await stops(played)).toEqual(["answered"])
  })
})
