import { cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { openStore, type Store } from "../../src/index.ts"
import { eventsOf, run, type Scene, scene } from "./scene.ts"

const model = [
  { toolCalls: [{ id: "c", name: "bash", arguments: { command: "echo ran >> runs" } }] },
  { text: "It ran, or not." },
]

/** A session whose driver died right after the intent of its command: nobody has started it. */
async function cutOff(): Promise<Scene> {
  const played = await scene({ model })
  const { store, session } = played
  const dying: Store = {
    ...store,
    async append(id, events, by, options) {
      const appended = await store.append(id, events, by, options)
      if (events.some(({ type }) => type === "tool.started")) throw new Error("died")
      return appended
    },
  }
  await expect(run({ ...played, agent: played.agentWith({ store: dying }) })).rejects.toThrow("died")
  expect(await eventsOf({ ...played, session }, "tool.started")).toHaveLength(1)
  return played
}

/** The same session in another data directory. */
function at(directory: string, played: Scene): Scene {
  const store = openStore({ directory })
  onTestFinished(() => store.close())
  return { ...played, directory, store, agent: played.agentWith({ store, directory }) }
}

const runs = ({ workspace }: Scene) => {
  const file = join(workspace, "runs")
  return existsSync(file) ? readFileSync(file, "utf8") : ""
}
const statuses = async (of: Scene) =>
  (await eventsOf(of, "tool.finished")).flatMap(({ data }) => (data.call === "c" ? [data.status] : []))

describe("a command whose driver died before it began", () => {
  it("runs once when the session goes on, and leaves nothing behind", async () => {
    const played = await cutOff()
    await played.agent.drive(played.session)
    expect([await statuses(played), runs(played)]).toEqual([["ok"], "ran\n"])
    expect(existsSync(join(played.directory, "jobs", played.session, "job.json"))).toBe(false)
  })

  it("runs once in a data directory that was moved", async () => {
    const played = await cutOff()
    await played.store.close()
    const moved = join(played.directory, "..", "moved")
    renameSync(played.directory, moved)
    const there = at(moved, played)
    await there.agent.drive(played.session)
    expect([await statuses(there), runs(played)]).toEqual([["ok"], "ran\n"])
  })

  it("runs once where the data directory was copied meanwhile: in the copy its outcome is unknown", async () => {
    const played = await cutOff()
    await played.store.close()
    const copied = join(played.directory, "..", "copied")
    cpSync(played.directory, copied, { recursive: true, preserveTimestamps: true })
    const copy = at(copied, played)
    await copy.agent.drive(played.session)
    expect([await statuses(copy), runs(played)]).toEqual([["unknown"], ""])
    const original = at(played.directory, played)
    await original.agent.drive(played.session)
    expect([await statuses(original), runs(played)]).toEqual([["ok"], "ran\n"])
  })

  it("does not run where only the store was brought back from a backup", async () => {
    const played = await cutOff()
    rmSync(join(played.directory, "jobs"), { recursive: true })
    await played.agent.drive(played.session)
    expect([await statuses(played), runs(played)]).toEqual([["unknown"], ""])
  })
})
