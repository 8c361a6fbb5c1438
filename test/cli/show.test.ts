import { describe, expect, it } from "vitest"
import { uuidv7 } from "../../src/store/uuid.ts"
import { filled, tail } from "./filled.ts"
import { openSession, scene } from "./scene.ts"

describe("show", () => {
  it("tells where a session stands, then its last messages, free of escapes", async () => {
    const here = scene()
    const { newest } = await filled(here)
    const { code, stdout } = await here.run("show", "last")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Fix the flaky login test\nidle, 2 messages, active just now\n/)
    expect(stdout).toMatch(/^Last stop +Done, just now: Said what it is$/m)
    expect(stdout).toMatch(/^Usage +1,200 tokens in, 34 out, 1 model call, 1 tool call, 1 turn$/m)
    expect(stdout).toMatch(new RegExp(`^Session +${newest}\n +11 events, opened `, "m"))
    expect(stdout).toMatch(/^agent {2}\d\d:\d\d {2}#6\n {2}I looked into it\.$/m)
    expect(stdout).toMatch(/^shell npm test ok {2}.*\n {2}12 passed$/m)
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u)
  })

  it("puts an open ask first, and shows an unfinished answer as cut off", async () => {
    const here = scene()
    const id = await here.use(async (store) => {
      const session = await openSession(store, here.project, "Deploy it")
      const lease = await store.acquire(session, { type: "Agent" })
      const by = { epoch: lease.epoch }
      const turn = uuidv7()
      await store.append(session, [{ type: "turn.started", turn, data: { task: "Deploy it" } }], by)
      const { seq: asked } = await store.append(
        session,
        [{ type: "model.asked", turn, data: { purpose: "turn", model: "demo" } }],
        by,
      )
      store.checkpoint(lease, asked, { channel: "text", offset: 0, text: "First I would" })
      const ask = { ask: "a1", kind: "question" as const, question: "To which host?" }
      await store.append(session, [{ type: "ask.opened", turn, data: ask }], by)
      return session
    })
    const { stdout } = await here.run("show", id)
    expect(stdout).toMatch(/^Deploy it\nwaiting for you, .*\n\nAsks you +To which host\? \(event 6\)\nTurn /)
    expect(stdout).toMatch(/^agent was interrupted {2}.*\n {2}First I would$/m)
    expect(await here.json("show", id)).toMatchObject({
      session: { status: "waiting" },
      state: { log: { asks: { open: [{ question: "To which host?" }] } } },
      transcript: [{ kind: "input" }, { kind: "answer", text: "First I would" }, { kind: "ask" }],
    })
  })

  it("shows as many messages as asked, the newest", async () => {
    const here = scene()
    await filled(here)
    const { transcript } = (await here.json("show", "last", "--limit", "1")) as { transcript: { kind: string }[] }
    expect(transcript.map(({ kind }) => kind)).toEqual(["tool", "stop"])
  })

  it("names forks and the parent of a fork", async () => {
    const here = scene()
    const { newest } = await filled(here)
    const { id } = (await here.json("fork", tail(newest), "--at", "6")) as { id: string }
    const [parent, fork] = await Promise.all([here.run("show", newest), here.run("show", id)])
    expect(parent.stdout).toMatch(new RegExp(`^Forks +${tail(id)} at event 6, Fix the flaky login test$`, "m"))
    expect(fork.stdout).toMatch(new RegExp(`^Fork of +${tail(newest)} at event 6$`, "m"))
  })
})
