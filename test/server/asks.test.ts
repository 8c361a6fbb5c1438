import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import type { Answer } from "../../src/agent/agent.ts"
import { asking, awaitEvent, logged, openAs, refused } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})

const running = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] })

const opened = async (...open: Parameters<typeof openAs>) => {
  const id = await openAs(...open)
  const body = { text: "Run the command." }
  const { seq } = await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body })
  const { data } = await awaitEvent(scene, id, "ask.opened", { after: seq })
  return { id, ask: data.ask }
}

const answer = (id: string, ask: string, body: Answer, key?: string) =>
  scene.client.call("POST /api/sessions/:id/asks/:ask", { params: { id, ask }, body, ...(key ? { key } : {}) })

describe("an ask", () => {
  it("for a plan is approved or denied, once and for nothing else", async () => {
    const { id, ask } = await opened(scene, "allow", [{ for: "plan", text: "1. Look" }, running("true")], {
      mode: "plan",
    })
    expect(await refused(answer(id, ask, { answer: "text", text: "yes" }))).toMatchObject({ status: 400 })
    expect(await refused(answer(id, ask, { answer: "approve", scope: "always" }))).toMatchObject({ status: 400 })
    await answer(id, ask, { answer: "approve" })
    expect((await awaitEvent(scene, id, "tool.finished")).data.status).toBe("ok")
  })

  it("is answered once though two devices answer at once, and the other is told who was first", async () => {
    const { id, ask } = await opened(scene, "prompt", [running("true")])
    const answers = await Promise.allSettled([
      answer(id, ask, { answer: "approve", scope: "once" }, "phone"),
      answer(id, ask, { answer: "deny", text: "no" }, "laptop"),
    ])
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    const [first] = await logged(scene, id, "ask.answered")
    const late = await refused(answer(id, ask, { answer: "deny" }, "tablet"))
    const by = { kind: "person", name: expect.any(String), device: expect.any(String) }
    expect(late).toMatchObject({ status: 409, code: "answered", details: { ...first, by, at: expect.any(String) } })
    expect(await logged(scene, id, "ask.answered")).toHaveLength(1)
  })

  it("gets the same answer for the same key, also after the turn, and refuses another body under it", async () => {
    const { id, ask } = await opened(scene, "prompt", [running("true")])
    const yes: Answer = { answer: "approve", scope: "once" }
    const [one, two] = await Promise.all([answer(id, ask, yes, "yes"), answer(id, ask, yes, "yes")])
    expect(two).toEqual(one)
    await awaitEvent(scene, id, "turn.stopped")
    expect(await answer(id, ask, yes, "yes")).toEqual(one)
    expect(await refused(answer(id, ask, { answer: "deny" }, "yes"))).toMatchObject({ status: 422, code: "key-reused" })
    expect(await logged(scene, id, "tool.finished")).toMatchObject([{ status: "ok" }])
  })

  it("that is allowed always writes the rule and says which, also to whoever asks again", async () => {
    const { id, ask } = await opened(scene, "prompt", [running("git status")])
    const always: Answer = { answer: "approve", scope: "always" }
    const given = await answer(id, ask, always, "always")
    const file = join(scene.server.context.configuration, "permissions.json")
    expect(given.rule).toMatchObject({ file, allow: { tool: "bash" } })
    expect(JSON.parse(readFileSync(file, "utf8")).allow).toEqual([given.rule?.allow])
    await awaitEvent(scene, id, "turn.stopped")
    expect(await answer(id, ask, always, "always")).toEqual(given)
    expect(JSON.parse(readFileSync(file, "utf8")).allow).toHaveLength(1)
  })

  it("that is allowed always can be revoked, once, and asks again", async () => {
    const { id, ask } = await opened(scene, "prompt", [running("git status"), running("git status")])
    await answer(id, ask, { answer: "approve", scope: "always" })
    await awaitEvent(scene, id, "turn.stopped")
    const { rules } = await scene.client.call("GET /api/permissions", {})
    const { cwd } = rules[0]?.rule ?? {}
    expect(rules).toEqual([
      {
        id: expect.any(String),
        rule: { tool: "bash", command: "git status", cwd },
        covers: `exactly git status, in ${cwd}, in every session`,
      },
    ])
    const revoke = () => scene.client.call("DELETE /api/permissions/:rule", { params: { rule: rules[0]?.id ?? "" } })
    expect(await revoke()).toEqual(rules[0])
    expect(await refused(revoke())).toMatchObject({ status: 404, code: "not-found" })
    expect(await scene.client.call("GET /api/permissions", {})).toMatchObject({ rules: [] })
    const again = await opened(scene, "prompt", [running("git status")])
    expect(again.ask).toEqual(expect.any(String))
  })

  it("that is a question takes one of its choices, or words that say something", async () => {
    const { id, ask } = await opened(scene, "allow", [asking("Which one?", "red", "blue")])
    for (const wrong of [
      { answer: "approve" },
      { answer: "choice", choice: "9" },
      { answer: "text", text: " " },
    ] satisfies Answer[]) {
      expect(await refused(answer(id, ask, wrong))).toMatchObject({ status: 400, code: "invalid" })
    }
    expect(await answer(id, ask, { answer: "choice", choice: "2" })).toEqual({ seq: expect.any(Number) })
    const { data } = await awaitEvent(scene, id, "tool.finished")
    expect(data.output.text).toContain("blue")
  })

  it("stays open through a restart, and its answer is taken up", async () => {
    const { id, ask } = await opened(scene, "prompt", [running("true")])
    await scene.restart()
    await answer(id, ask, { answer: "approve", scope: "once" })
    await awaitEvent(scene, id, "turn.stopped")
    expect(await logged(scene, id, "tool.finished")).toMatchObject([{ status: "ok" }])
  })

  it("is over when its turn has ended, and one that never was is not found", async () => {
    const { id, ask } = await opened(scene, "prompt", [running("true")])
    await scene.client.call("POST /api/sessions/:id/cancel", { params: { id } })
    await awaitEvent(scene, id, "turn.stopped")
    const late = await refused(answer(id, ask, { answer: "approve" }))
    expect(late).toMatchObject({ status: 409, code: "stopped", details: { ask } })
    expect(late.message).toContain("Send it as a new message")
    expect(await refused(answer(id, "nothing", { answer: "approve" }))).toMatchObject({ status: 404 })
    expect(await refused(answer("nobody", ask, { answer: "approve" }))).toMatchObject({ status: 404 })
  })
})
