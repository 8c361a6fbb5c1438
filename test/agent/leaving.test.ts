import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Delta, Event, ForeignEvent, Model } from "../../src/index.ts"
import { modelContext } from "../../src/session/view/context.ts"
import { callGate, gate } from "./gate.ts"
import { eventsOf, isType, type Scene, scene, stops, until } from "./scene.ts"

/** Says something once and then nothing more, whatever it is told; the next time it answers. */
function deafOnce(): Model {
  let asked = 0
  return {
    name: "own/deaf",
    scripted: false,
    contextWindow: null,
    async *stream() {
      asked += 1
      yield { type: "text", text: asked === 1 ? "Half of " : "All of it." }
      if (asked === 1) await new Promise(() => undefined)
      yield { type: "finished", finish: "stop" }
    },
  }
}

const bash = (command: string) => ({ toolCalls: [{ id: "c", name: "bash", arguments: { command } }] })
const says = (text: string) => (item: Event | ForeignEvent | Delta) =>
  "channel" in item && item.channel !== "calls" && item.text.includes(text)

/** Drives, and leaves as soon as something is seen. */
async function leftAt(played: Scene, seen: (item: Event | ForeignEvent | Delta) => boolean) {
  await played.agent.send(played.session, "What is in the README?")
  const leave = new AbortController()
  const driving = played.agent.drive(played.session, { leave: leave.signal })
  await until(played, seen)
  leave.abort()
  expect((await driving).rest).toBe("detached")
  // Nobody has it any more.
  expect((await played.store.row(played.session)).status).toBe("interrupted")
  expect(await stops(played)).toEqual([])
}

/** Another driver takes the turn up and is told to leave as well: so many have been there by now. */
async function leftByNext(played: Scene, count: number) {
  const leave = new AbortController()
  const driving = played.agent.drive(played.session, { leave: leave.signal })
  let owners = 0
  await until(played, (item) => isType("session.owned")(item) && ++owners === count)
  leave.abort()
  expect((await driving).rest).toBe("detached")
  expect(await eventsOf(played, "session.left")).toHaveLength(count)
}

describe("a driver that is told to leave", () => {
  it("cuts the model off, keeps what it said, and whoever comes next asks again", async () => {
    const played = await scene({ model: deafOnce() })
    await leftAt(played, says("Half"))
    expect((await eventsOf(played, "model.interrupted")).map(({ data }) => data)).toEqual([
      { asked: expect.any(Number), reason: "left", text: "Half of " },
    ])
    const state = await played.store.state(played.session)
    expect(state.log.turn?.progress.recoveries).toBe(0)
    const { rest } = await played.agent.drive(played.session)
    expect(rest).toBe("input")
    expect(await stops(played)).toEqual(["answered"])
    const events: Event[] = []
    for await (const event of played.store.read(played.session)) events.push(event as Event)
    const context = modelContext(await played.store.state(played.session), events)
    expect(context.filter(({ role }) => role === "assistant")).toMatchObject([{ text: "All of it." }])
  })

  it("lets a command run on, which the next one takes up", async () => {
    const command = "echo begun; while [ ! -e go ]; do sleep 0.05; done; echo once >> count"
    const played = await scene({ model: [bash(command), { text: "Done." }], permissionMode: "allow" })
    await leftAt(played, says("begun"))
    expect(await eventsOf(played, "tool.finished")).toEqual([])
    writeFileSync(join(played.workspace, "go"), "")
    await played.agent.drive(played.session)
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.status)).toEqual(["ok"])
    expect(readFileSync(join(played.workspace, "count"), "utf8")).toBe("once\n")
  })

  it("has not crashed: a command that runs on is taken up however often its driver leaves", async () => {
    const command = "echo begun; while [ ! -e go ]; do sleep 0.05; done; echo once >> count"
    const played = await scene({ model: [bash(command), { text: "Done." }], permissionMode: "allow" })
    await leftAt(played, says("begun"))
    for (let left = 2; left <= 5; left++) await leftByNext(played, left)
    writeFileSync(join(played.workspace, "go"), "")
    await played.agent.drive(played.session)
    expect(await stops(played)).toEqual([expect.not.stringMatching("crashed")])
    expect(readFileSync(join(played.workspace, "count"), "utf8")).toBe("once\n")
  })

  it("has not crashed either where it waits until the provider may be asked again", async () => {
    const failure = { kind: "rate-limit", message: "Too many requests.", retryAfterMs: 60_000 } as const
    const model: Model = {
      name: "own/limited",
      scripted: false,
      contextWindow: null,
      async *stream() {
        yield { type: "failed", failure }
      },
    }
    const played = await scene({ model })
    await leftAt(played, isType("model.failed"))
    for (let left = 2; left <= 5; left++) {
      await leftByNext(played, left)
      expect(await stops(played)).toEqual([])
    }
    expect(await eventsOf(played, "model.asked")).toHaveLength(1)
  })

  it("does not wait for a tool that only looks: it is run again", async () => {
    const gated = gate()
    const played = await scene({ model: [callGate, { text: "Done." }], tools: [gated.tool] })
    await leftAt(played, isType("tool.started"))
    expect(await eventsOf(played, "tool.finished")).toEqual([])
    gated.open("through")
    await played.agent.drive(played.session)
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.output.text)).toEqual(["through"])
    expect(await stops(played)).toEqual(["answered"])
  })

  it("does not begin what the model wants next", async () => {
    const played = await scene({ model: [bash("touch made"), { text: "Done." }], permissionMode: "allow" })
    await leftAt(played, isType("tool.called"))
    expect(existsSync(join(played.workspace, "made"))).toBe(false)
  })
})

describe("to settle a session", () => {
  it("gives a model that was cut off its outcome, and goes no further", async () => {
    const played = await scene({ model: [{ text: "Never." }] })
    await played.agent.send(played.session, "What is in the README?")
    const died = await abandoned(played, "model.asked")
    await played.store.release(died)
    expect(await played.agent.settle(played.session)).toBe(true)
    const { log } = await played.store.state(played.session)
    expect(log.intents.model).toBeNull()
    expect((await eventsOf(played, "model.interrupted")).map(({ data }) => data.reason)).toEqual(["crashed"])
    expect((await played.store.row(played.session)).status).toBe("interrupted")
    // To settle again changes nothing, and is no resume.
    const { seq } = log.turn ? await played.store.state(played.session) : { seq: 0 }
    expect(await played.agent.settle(played.session)).toBe(false)
    expect((await played.store.state(played.session)).seq).toBe(seq)
  })

  it("takes the result of a command that has ended meanwhile, and leaves one alone that runs", async () => {
    const command = "echo begun; while [ ! -e go ]; do sleep 0.05; done; echo over"
    const played = await scene({ model: [bash(command), { text: "Done." }], permissionMode: "allow" })
    await leftAt(played, says("begun"))
    expect(await played.agent.settle(played.session)).toBe(false)
    writeFileSync(join(played.workspace, "go"), "")
    while (!(await played.agent.settle(played.session))) await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.output.text)).toEqual([
      expect.stringContaining("over"),
    ])
    expect(await eventsOf(played, "model.asked")).toHaveLength(1)
  })
})

/** A log as a driver leaves it that dies right after an event of this type. */
async function abandoned({ store, session, agent }: Scene, type: "model.asked") {
  const seen = new AbortController()
  await agent.drive(session, { until: ({ log }) => log.turn !== null, signal: seen.signal })
  const lease = await store.acquire(session, { type: "Agent" })
  await store.append(session, [{ type, data: { purpose: "turn", model: "own/gone" } }], { epoch: lease.epoch })
  return lease
}
