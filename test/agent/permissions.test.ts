import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { answerAsk } from "../../src/agent/sessions/answer-ask.ts"
import { trustRules } from "../../src/agent/tool-calls/trust.ts"
import { permissionsHere, type ScriptStep, scriptedModel } from "../../src/index.ts"
import { adoptFar } from "./far-log.ts"
import { overheard } from "./gate.ts"
import { eventsOf, run, type Scene, scene, stops } from "./scene.ts"

const command = (line: string, id = "c"): ScriptStep => ({
  toolCalls: [{ id, name: "bash", arguments: { command: line } }],
})
const statuses = async (of: Scene) => (await eventsOf(of, "tool.finished")).map(({ data }) => data.status)

async function openAsk({ store, session }: Scene): Promise<string> {
  const [ask] = (await store.state(session)).log.asks.open
  return ask?.ask ?? "none"
}

async function answer(of: Scene, given: Parameters<Scene["agent"]["answer"]>[2]) {
  await of.agent.answer(of.session, await openAsk(of), given)
  return of.agent.drive(of.session)
}

describe("a call that needs an approval", () => {
  it("waits for it, whoever drives, and nothing runs", async () => {
    const played = await scene({ model: [command("touch a")], permissionMode: "prompt" })
    expect((await run(played)).rest).toBe("answer")
    for (let times = 0; times < 5; times++) expect((await played.agent.drive(played.session)).rest).toBe("answer")
    expect(await eventsOf(played, "ask.opened")).toHaveLength(1)
    expect((await played.store.row(played.session)).status).toBe("waiting")
    expect(await stops(played)).toEqual([])
    expect(existsSync(join(played.workspace, "a"))).toBe(false)
  })

  it("runs after a yes for once, and asks again the next time", async () => {
    const model = [command("echo x >> a"), command("echo x >> a", "d")]
    const played = await scene({ model, permissionMode: "prompt" })
    await run(played)
    expect((await answer(played, { answer: "approve" })).rest).toBe("answer")
    expect(readFileSync(join(played.workspace, "a"), "utf8")).toBe("x\n")
    expect(await eventsOf(played, "ask.opened")).toHaveLength(2)
  })

  it("runs after a yes for the session, and the same does not ask again", async () => {
    const model = [command("echo x >> a"), command("echo x >> a", "d"), command("echo y >> a", "e")]
    const played = await scene({ model, permissionMode: "prompt" })
    await run(played)
    expect((await answer(played, { answer: "approve", scope: "session" })).rest).toBe("answer")
    expect(readFileSync(join(played.workspace, "a"), "utf8")).toBe("x\nx\n")
    expect((await eventsOf(played, "ask.opened")).map(({ data }) => data.call)).toEqual(["c", "e"])
  })

  it.each([
    { name: "write", arguments: { path: "link/made", content: "x" } },
    { name: "bash", arguments: { command: "touch made", cwd: "link" } },
  ])("asks again where a yes was for another place than it leads to now: $name", async (call) => {
    const played = await scene({ model: [{ toolCalls: [{ id: "c", ...call }] }, { text: "Done." }] })
    const [link, shown, other] = ["link", "shown", "other"].map((name) => join(played.workspace, name)) as [
      string,
      string,
      string,
    ]
    for (const place of [shown, other]) mkdirSync(place)
    symlinkSync(shown, link)
    await played.store.append(
      played.session,
      [{ type: "session.configured", data: { permissionMode: "prompt" } }],
      "intent",
    )
    await run(played)
    unlinkSync(link)
    symlinkSync(other, link)
    expect((await answer(played, { answer: "approve" })).rest).toBe("answer")
    expect([shown, other].map((place) => existsSync(join(place, "made")))).toEqual([false, false])
    expect((await eventsOf(played, "ask.opened")).map(({ data }) => data.subject)).toEqual([
      expect.stringContaining(shown),
      expect.stringContaining(other),
    ])
    await answer(played, { answer: "approve" })
    expect([shown, other].map((place) => existsSync(join(place, "made")))).toEqual([false, true])
    // What is asked now is whether the work may be checked: the call itself is done with.
    expect((await eventsOf(played, "ask.opened")).filter(({ data }) => data.call === "c")).toHaveLength(2)
    expect(await statuses(played)).toEqual(["ok"])
  })

  it("does not run after a no, and the model is told why", async () => {
    const { model, received } = overheard(scriptedModel("scripted:test", [command("touch a"), { text: "Then not." }]))
    const played = await scene({ model, permissionMode: "prompt" })
    await run(played)
    expect((await answer(played, { answer: "deny", text: "Use the other file" })).rest).toBe("input")
    expect(existsSync(join(played.workspace, "a"))).toBe(false)
    expect(received[1]?.at(-1)).toMatchObject({
      role: "tool",
      failed: true,
      text: expect.stringContaining("Use the other file"),
    })
    expect(await stops(played)).toEqual(["permission-denied"])
  })

  it("gets one answer: a second is refused with the first", async () => {
    const played = await scene({ model: [command("touch a")], permissionMode: "prompt" })
    await run(played)
    const ask = await openAsk(played)
    await answer(played, { answer: "approve" })
    await expect(played.agent.answer(played.session, ask, { answer: "deny" })).rejects.toMatchObject({
      code: expect.stringMatching(/answered|stopped/),
    })
  })

  it("is denied where nobody can be asked, and the model goes on", async () => {
    const played = await scene({
      model: [command("touch a"), { text: "I cannot." }],
      permissionMode: "prompt",
      noAsk: true,
    })
    expect((await run(played)).rest).toBe("input")
    expect(await statuses(played)).toEqual(["denied"])
    expect(await stops(played)).toEqual(["permission-denied"])
  })

  it("beside another one is asked for once, whichever is answered first", async () => {
    const looks = ["/etc/hostname", "/etc/hosts"].map((path, index) => ({
      id: `c${index}`,
      name: "read",
      arguments: { path },
    }))
    const played = await scene({ model: [{ toolCalls: looks }] })
    await run(played)
    expect(await eventsOf(played, "ask.opened")).toHaveLength(2)
    await answer(played, { answer: "deny" })
    expect(await eventsOf(played, "ask.opened")).toHaveLength(2)
    expect((await answer(played, { answer: "deny" })).rest).toBe("input")
    expect(await statuses(played)).toEqual(["denied", "denied"])
  })
})

describe("the mode", () => {
  it("read-only denies what changes files, without asking", async () => {
    const write = { toolCalls: [{ id: "c", name: "write", arguments: { path: "a", content: "x" } }] }
    const played = await scene({ model: [write], permissionMode: "read-only" })
    expect((await run(played)).rest).toBe("input")
    expect(await statuses(played)).toEqual(["denied"])
    expect(existsSync(join(played.workspace, "a"))).toBe(false)
  })

  it("read-only does not let the model kill what runs", async () => {
    const start = { id: "c", name: "bash", arguments: { command: "sleep 1000", background: true } }
    const played = await scene({ model: [{ toolCalls: [start] }, { text: "Started." }], permissionMode: "allow" })
    await run(played)
    const id = (await eventsOf(played, "tool.started"))[0]?.data.job?.id ?? "none"
    const jobs = (action: string) => ({ id: action, name: "jobs", arguments: { action, job: id } })
    const model = [{}, {}, { toolCalls: [jobs("kill"), jobs("output")] }, { text: "So." }]
    const agent = played.agentWith({ model: async () => scriptedModel("scripted:test", model) })
    const configure = (permissionMode: "read-only" | "workspace-write") =>
      played.store.append(played.session, [{ type: "session.configured", data: { permissionMode } }], "intent")
    await configure("read-only")
    await run({ ...played, agent }, "Kill it.")
    const [, killed, seen] = await eventsOf(played, "tool.finished")
    expect(killed?.data.status).toBe("denied")
    expect(seen?.data.output.text).toContain("still runs")
    await configure("workspace-write")
    const killer = [{}, {}, {}, {}, { toolCalls: [jobs("kill")] }]
    await run({ ...played, agent: played.agentWith({ model: async () => scriptedModel("scripted:test", killer) }) })
    expect((await eventsOf(played, "tool.finished")).at(-1)?.data.output.text).toContain("killed")
  })

  it("that a person changes holds from the next call on", async () => {
    const played = await scene({ model: [command("touch a")], permissionMode: "prompt" })
    await run(played)
    await played.agent.cancel(played.session)
    await played.agent.drive(played.session)
    await played.store.append(
      played.session,
      [{ type: "session.configured", data: { permissionMode: "allow" } }],
      "intent",
    )
    const agent = played.agentWith({
      model: async () => scriptedModel("scripted:test", [{ text: "" }, command("touch a")]),
    })
    await run({ ...played, agent }, "Again.")
    expect(existsSync(join(played.workspace, "a"))).toBe(true)
  })
})

describe("the permissions that a session records", () => {
  const recorded = async (of: Scene) => (await eventsOf(of, "session.configured")).map(({ data }) => data)
  const none = { allow: 0, deny: 0, ask: 0 }

  it("are not written where there are no rules and you can be asked", async () => {
    const played = await scene({ model: [{ text: "Nothing." }] })
    await run(played)
    expect(await recorded(played)).toEqual([])
  })

  it("follow the rules when an answer for always adds one in the middle of a turn", async () => {
    const model = [command("touch a"), command("touch a", "d"), { text: "Done." }]
    const played = await scene({ model, permissionMode: "prompt" })
    await run(played)
    const lasting = { answer: "approve", scope: "always" } as const
    await answerAsk(played, played.session, await openAsk(played), lasting)
    await played.agent.drive(played.session)
    const rulesSource = join(played.configuration, "permissions.json")
    expect(await recorded(played)).toEqual([
      { permissionMode: "prompt" },
      { prompting: true, ruleCounts: { ...none, allow: 1 }, rulesSource },
    ])
    const [, added] = await eventsOf(played, "session.configured")
    expect(added).toMatchObject({ by: { kind: "owner" }, turn: expect.any(String) })
  })

  it("get no rule from an answer to what another machine has asked", async () => {
    const played = await scene({ model: [{ text: "Nothing." }] })
    const tool = { name: "bash", arguments: { command: "ls" } }
    const ask = { ask: "far", kind: "approval", question: "Run `ls`?", call: "c", tool: "bash", rule: { tool: "bash" } }
    const opened = { type: "ask.opened" as const, turn: "far-turn", data: { ...ask, kind: "approval" as const } }
    const session = await adoptFar(played.store, { workspace: played.workspace, tool, more: [opened] })
    const answered = await answerAsk(played, session, "far", { answer: "approve", scope: "always" })
    expect(answered).toMatchObject({ lasting: null })
    expect(existsSync(join(played.configuration, "permissions.json"))).toBe(false)
  })

  it("say when the next driver cannot ask you, and when one can again", async () => {
    const played = await scene({ model: [{ text: "One." }, { text: "Two." }, { text: "Three." }] })
    const silent = played.agentWith({ noAsk: true })
    for (const agent of [silent, silent, played.agent]) await run({ ...played, agent })
    expect((await recorded(played)).map(({ prompting }) => prompting)).toEqual([false, true])
    const child = { ...played, session: await silent.open({ workspace: played.workspace }) }
    expect(await recorded(child)).toEqual([{ prompting: false, ruleCounts: none, rulesSource: null }])
  })

  it("are those of this machine, not of the one that a log came from", async () => {
    const played = await scene({ model: [{ text: "Nothing." }] })
    const far = { prompting: false, ruleCounts: { ...none, deny: 3 }, rulesSource: "/far/permissions.json" }
    const more = [{ type: "session.configured" as const, data: far }]
    const session = await adoptFar(played.store, { workspace: played.workspace, more })
    const here = async () =>
      permissionsHere(await played.store.state(session), (await played.store.row(session)).foreignThrough).permission
    expect(await here()).toMatchObject({ prompting: true, ruleCounts: none, rulesSource: null })
    writeFileSync(join(played.configuration, "permissions.json"), JSON.stringify({ deny: [{ tool: "bash" }] }))
    await played.agent.drive(session)
    const rulesSource = join(played.configuration, "permissions.json")
    expect(await here()).toMatchObject({ prompting: true, ruleCounts: { ...none, deny: 1 }, rulesSource })
  })

  it("stay as they were while the rules cannot be used, and a turn can still be cancelled then", async () => {
    const played = await scene({ model: [command("touch a")], permissionMode: "prompt" })
    await run(played)
    writeFileSync(join(played.configuration, "permissions.json"), "{")
    await played.agent.configure(played.session, { permissionMode: "read-only" })
    await played.agent.cancel(played.session)
    await played.agent.drive(played.session)
    expect(await stops(played)).toEqual(["cancelled"])
    expect(await recorded(played)).toEqual([{ permissionMode: "prompt" }, { permissionMode: "read-only" }])
  })
})

describe("the rules of a project", () => {
  async function withRules(rules: unknown, steps: ScriptStep[]): Promise<Scene & { rules: string }> {
    const played = await scene({ model: steps, permissionMode: "prompt" })
    const text = typeof rules === "string" ? rules : JSON.stringify(rules)
    mkdirSync(join(played.workspace, ".holdfast"))
    writeFileSync(join(played.workspace, ".holdfast", "permissions.json"), text)
    return { ...played, rules: text }
  }

  it("allow nothing until a person trusts them", async () => {
    const played = await withRules({ allow: [{ tool: "bash" }] }, [command("touch a")])
    expect((await run(played)).rest).toBe("answer")
    expect(existsSync(join(played.workspace, "a"))).toBe(false)
  })

  it("count once they are trusted, as they were then", async () => {
    const played = await withRules({ allow: [{ tool: "bash" }] }, [command("touch a"), command("touch b", "d")])
    const hash = createHash("sha256").update(played.rules).digest("hex")
    await trustRules(played.store, { hash, project: played.workspace })
    expect((await run(played)).rest).toBe("input")
    expect(existsSync(join(played.workspace, "a"))).toBe(true)
  })

  it("forbid even if nobody trusts them", async () => {
    const played = await withRules({ deny: [{ tool: "bash" }] }, [command("touch a")])
    expect((await run(played)).rest).toBe("input")
    expect(await statuses(played)).toEqual(["denied"])
  })

  it("that cannot be understood let nothing run", async () => {
    const played = await withRules("{", [command("touch a")])
    await expect(run(played)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("permissions.json"),
    })
    expect(existsSync(join(played.workspace, "a"))).toBe(false)
    writeFileSync(join(played.workspace, ".holdfast", "permissions.json"), "{}")
    expect((await played.agent.drive(played.session)).rest).toBe("answer")
  })
})

describe("a question of the model", () => {
  it("waits for its answer, which is the result of the call", async () => {
    const ask = { toolCalls: [{ id: "c", name: "ask", arguments: { question: "Which?", options: ["tea", "coffee"] } }] }
    const { model, received } = overheard(scriptedModel("scripted:test", [ask, { text: "Tea then." }]))
    const played = await scene({ model })
    expect((await run(played)).rest).toBe("answer")
    await answer(played, { answer: "choice", choice: "1" })
    expect(received[1]?.at(-1)).toMatchObject({ role: "tool", failed: false, text: expect.stringContaining("tea") })
    expect(await stops(played)).toEqual(["answered"])
  })
})
