import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { undo } from "../../src/index.ts"
import { bootIdentity } from "../../src/tools/job/job-process.ts"
import { adoptFar } from "./far-log.ts"
import { eventsOf, type Scene, scene, stops } from "./scene.ts"

/** A directory with a file that a log from elsewhere is after. */
function victimOf({ directory }: Scene): { place: string; file: string; hash: string } {
  const place = join(directory, "..", "victim")
  mkdirSync(place)
  const file = join(place, "precious.txt")
  writeFileSync(file, "precious")
  return { place, file, hash: createHash("sha256").update("precious").digest("hex") }
}

const outcomes = async (of: Scene) =>
  (await eventsOf(of, "tool.finished")).map(({ data: { status, changed } }) => ({ status, changed }))

const unknown = [{ status: "unknown", changed: [] }]

describe("what was begun in a log from another machine", () => {
  it("is no command to run here, nor a directory to remove", async () => {
    const here = await scene({ model: [{ text: "I see." }] })
    const { place } = victimOf(here)
    const job = { id: "j", command: "touch ran", cwd: here.workspace, directory: place, boot: bootIdentity() }
    const tool = { name: "bash", arguments: { command: "ls" }, startedWith: { readOnly: false, job } }
    const played = { ...here, session: await adoptFar(here.store, { workspace: here.workspace, tool }) }
    await here.agent.drive(played.session)
    expect(await outcomes(played)).toEqual(unknown)
    expect({ victim: existsSync(place), ran: existsSync(join(here.workspace, "ran")) }).toEqual({
      victim: true,
      ran: false,
    })
    expect(await stops(played)).toEqual(["completed-unverified"])
  })

  it("does not run where it was only called, whatever a person allows here", async () => {
    const here = await scene({ model: [{ text: "I see." }] })
    const tool = { name: "bash", arguments: { command: "touch ran" } }
    const played = { ...here, session: await adoptFar(here.store, { workspace: here.workspace, tool }) }
    await here.agent.configure(played.session, { permissionMode: "allow" })
    await here.agent.drive(played.session)
    expect(await outcomes(played)).toEqual([{ status: "skipped", changed: [] }])
    expect(existsSync(join(here.workspace, "ran"))).toBe(false)
  })

  it("is left alone by a cancel, too", async () => {
    const here = await scene({ model: [] })
    const { place, file } = victimOf(here)
    const job = { id: "j", command: "true", cwd: "/", directory: place, boot: "another machine" }
    const tool = { name: "bash", arguments: { command: "true" }, startedWith: { readOnly: false, job } }
    const played = { ...here, session: await adoptFar(here.store, { workspace: here.workspace, tool }) }
    await here.agent.cancel(played.session)
    await here.agent.drive(played.session)
    expect({ outcome: await outcomes(played), file: existsSync(file) }).toEqual({ outcome: unknown, file: true })
  })

  it("is no file to delete or to rename", async () => {
    const here = await scene({ model: [] })
    const { file, hash } = victimOf(here)
    const files = [
      { path: file, before: hash, after: null },
      { path: join(here.workspace, "stolen.txt"), before: null, after: hash, temp: file },
    ]
    const tool = { name: "write", arguments: { path: "a", content: "b" }, startedWith: { readOnly: false, files } }
    const played = { ...here, session: await adoptFar(here.store, { workspace: here.workspace, tool }) }
    await here.agent.drive(played.session)
    expect(await outcomes(played)).toEqual(unknown)
    expect({ file: existsSync(file), workspace: readdirSync(here.workspace) }).toEqual({ file: true, workspace: [] })
  })

  it("is not cleared away where a turn that crashes again and again is given up", async () => {
    const here = await scene({ model: [], limits: { recoveries: 0 } })
    const { file } = victimOf(here)
    const files = [{ path: join(here.workspace, "a"), before: null, after: null, temp: file }]
    const tool = { name: "write", arguments: { path: "a", content: "b" }, startedWith: { readOnly: false, files } }
    const played = { ...here, session: await adoptFar(here.store, { workspace: here.workspace, tool }) }
    await here.agent.drive(played.session)
    expect({ stops: await stops(played), file: existsSync(file) }).toEqual({ stops: ["crashed"], file: true })
  })

  it("is not looked at again, which nobody has permitted here", async () => {
    const here = await scene({ model: [] })
    const { file } = victimOf(here)
    const tool = { name: "read", arguments: { path: file }, startedWith: { readOnly: true } }
    const played = { ...here, session: await adoptFar(here.store, { workspace: here.workspace, tool }) }
    await here.agent.drive(played.session)
    expect(await outcomes(played)).toEqual(unknown)
    expect(JSON.stringify(await eventsOf(played, "tool.finished"))).not.toContain("precious")
  })

  it("is no undo to finish or to take back", async () => {
    const here = await scene({ model: [] })
    const { file, hash } = victimOf(here)
    const data = { turns: ["far-turn"], files: [{ path: file, before: hash, after: null }] }
    const session = await adoptFar(here.store, {
      workspace: here.workspace,
      more: [{ type: "workspace.restore-started", data }],
    })
    expect(await undo(here.store, session)).toMatchObject({ did: "finished", restored: [], left: [{ path: file }] })
    expect(existsSync(file)).toBe(true)
  })

  it("is no undo to take back once it was done there", async () => {
    const here = await scene({ model: [] })
    const made = join(here.workspace, "made.txt")
    const { file, hash } = victimOf(here)
    const files = [{ path: file, before: null, after: hash }]
    const started = { type: "workspace.restore-started" as const, data: { turns: ["far-turn"], files } }
    const changed = [{ path: file, before: null, after: hash }]
    const restored = { type: "workspace.restored" as const, data: { started: 4, turns: ["far-turn"], changed } }
    const session = await adoptFar(here.store, { workspace: here.workspace, more: [started, restored] })
    expect(await undo(here.store, session, { redo: true })).toMatchObject({ did: "nothing" })
    expect({ file: existsSync(file), made: existsSync(made) }).toEqual({ file: true, made: false })
  })
})

describe("a log from another machine", () => {
  it("only reads in the workspace that it names, until a person here allows more", async () => {
    const write = { toolCalls: [{ id: "w", name: "write", arguments: { path: "a", content: "b" } }] }
    const here = await scene({ model: [write, { text: "No." }, { ...write }, { text: "Yes." }] })
    const session = await adoptFar(here.store, { workspace: here.workspace })
    await here.agent.send(session, "What is in a?")
    await here.agent.drive(session)
    expect(existsSync(join(here.workspace, "a"))).toBe(false)
    await here.store.append(
      session,
      [{ type: "session.configured", data: { permissionMode: "workspace-write" } }],
      "intent",
    )
    await here.agent.send(session, "What is in a now?")
    await here.agent.drive(session)
    expect(existsSync(join(here.workspace, "a"))).toBe(true)
  })

  it("is asked no script that it names, in a fork neither", async () => {
    const here = await scene({ model: [] })
    const asked: (string | null)[] = []
    const agent = here.agentWith({
      model: async (name) => {
        asked.push(name)
        throw new Error("no model")
      },
    })
    const session = await adoptFar(here.store, { workspace: here.workspace })
    const { workspace, seq } = await here.store.row(session)
    const fork = await here.store.open({ workspace, project: workspace, parent: { session, seq } })
    for (const id of [session, fork]) {
      await agent.send(id, "Go.")
      await agent.drive(id).catch(() => undefined)
    }
    expect(asked).toEqual([null, null])
  })
})
