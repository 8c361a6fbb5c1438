import { type ChildProcess, spawn } from "node:child_process"
import { expect, it, onTestFinished } from "vitest"
import { createAgent } from "../../src/agent/agent.ts"
import { type NewEvent, openStore, type Store } from "../../src/index.ts"
import { streamOf } from "../cli/run-scene.ts"
import { bin } from "../cli/scene.ts"
import { eventsIn, type Fixture, prepareFixture, say, seen, stopOf } from "./server-fixture.ts"

type Left = { asking: string; waiting: string; foreign: string; held: string; asked: string; child: string }

/** Sessions as servers and other processes leave them that died, and one that lives: `end` lets it go. */
async function leaveBehind(fixture: Fixture): Promise<Left & { end(): Promise<void> }> {
  const store = openStore({ directory: fixture.home })
  const agent = createAgent({ store, directory: fixture.home, model: () => Promise.reject(new Error("no model")) })
  const open = async () => {
    const model = fixture.script([{ text: "Here." }])
    const session = await agent.open({ workspace: fixture.workspace, model, permissionMode: "allow" })
    await agent.send(session, "What is in the README?")
    return session
  }
  const [asking, waiting, foreign, held, asked, child] = [
    await open(),
    await open(),
    await open(),
    await open(),
    await open(),
    await childOf(store, fixture),
  ]
  const begin = async (session: string, ...events: NewEvent[]) => {
    await agent.drive(session, { until: ({ log }) => log.turn !== null })
    const lease = await store.acquire(session, { type: "Server" })
    const { log } = await store.state(session)
    const inTurn = events.map((event) => ({ turn: log.turn?.id ?? "", ...event }))
    if (events.length > 0) await store.append(session, inTurn, { epoch: lease.epoch })
    await store.release(lease)
  }
  await begin(asking, { type: "model.asked", data: { purpose: "turn", model: "own/gone" } })
  await begin(held, { type: "turn.stopped", data: { code: "crashed", summary: "It crashed" } })
  await agent.send(held, { kind: "queue", text: "And then?" })
  await begin(asked, { type: "ask.opened", data: { ask: "a1", kind: "question", question: "Which one?" } })
  await begin(foreign)
  await store.acquire(foreign, { type: "Other" })
  await agent.send(child, "Where is it?")
  return { asking, waiting, foreign, held, asked, child, end: () => store.close() }
}

async function childOf(store: Store, { workspace }: Fixture): Promise<string> {
  const from = await store.open({ workspace, project: workspace })
  return store.open({ workspace, project: workspace, startedBy: { session: from, seq: 1 } })
}

it("goes on with what was cut off, by itself; asks, living owners and sub-runs are left alone", async () => {
  const fixture = prepareFixture()
  const left = await leaveBehind(fixture)
  const server = await fixture.start({ resume: "auto", engines: { size: 1 } })
  const { store } = server.context
  expect(new Set(server.takenUp.resumed)).toEqual(new Set([left.asking, left.waiting]))
  expect(server.takenUp.left).toEqual([left.child])
  expect(await stopOf(store, left.asking)).toBe("answered")
  expect(await stopOf(store, left.waiting)).toBe("answered")
  expect((await eventsIn(store, left.asking, "model.interrupted")).map(({ data }) => data)).toMatchObject([
    { reason: "crashed" },
  ])
  for (const session of [left.foreign, left.asked, left.held]) {
    expect(await eventsIn(store, session, "model.asked")).toEqual([])
  }
  expect((await store.row(left.asked)).status).toBe("waiting")
  await left.end()
})

it("does what was asked for between two turns, and acknowledged", async () => {
  const fixture = prepareFixture()
  const first = await fixture.start()
  const [compacted, resumed] = [
    await fixture.open(first, [{ text: "Here." }]),
    await fixture.open(first, [{ text: "Here." }, { text: "And here." }]),
  ]
  for (const session of [compacted, resumed]) {
    await say(first, session)
    await stopOf(first.context.store, session)
  }
  await first.close()
  const store = openStore({ directory: fixture.home })
  const agent = createAgent({ store, directory: fixture.home, model: () => Promise.reject(new Error("no model")) })
  await agent.compact(compacted)
  await agent.resume(resumed)
  expect((await store.list({ status: "interrupted" })).items.map(({ id }) => id)).toEqual([resumed, compacted])
  await store.close()

  const next = await fixture.start({ resume: "auto", engines: { size: 1 } })
  expect(new Set(next.takenUp.resumed)).toEqual(new Set([compacted, resumed]))
  await seen(next.context.store, compacted, (item) => "type" in item && /^context\.(kept|compacted)$/.test(item.type))
  let stops = 0
  await seen(next.context.store, resumed, (item) => "type" in item && item.type === "turn.stopped" && ++stops === 2)
  await next.close()
  const last = await fixture.start({ resume: "auto" })
  expect(last.takenUp.resumed).toEqual([])
})

it("settles what was cut off, and waits for a person", async () => {
  const fixture = prepareFixture()
  const left = await leaveBehind(fixture)
  const server = await fixture.start({ resume: "ask", engines: { size: 1 } })
  const { store, agent, conductor } = server.context
  expect(server.takenUp).toMatchObject({ how: "ask", resumed: [] })
  expect((await eventsIn(store, left.asking, "model.interrupted")).map(({ data }) => data)).toMatchObject([
    { reason: "crashed" },
  ])
  expect((await store.row(left.asking)).status).toBe("interrupted")
  expect(await eventsIn(store, left.waiting, "turn.started")).toEqual([])
  await agent.resume(left.asking)
  conductor.wake(left.asking)
  expect(await stopOf(store, left.asking)).toBe("answered")
  await left.end()
})

it("touches nothing where that is set", async () => {
  const fixture = prepareFixture()
  const left = await leaveBehind(fixture)
  const before = openStore({ directory: fixture.home })
  await before.setSetting("server.settings", { resume: "off" })
  const { seq } = await before.state(left.asking)
  await before.close()
  const server = await fixture.start({ engines: { size: 1 } })
  expect(server.takenUp).toMatchObject({ how: "off", resumed: [] })
  expect((await server.context.store.state(left.asking)).seq).toBe(seq)
  await left.end()
})

/** A session that a terminal drives, in the middle of an answer that takes minutes there, and no time here. */
async function drivenByProcess(fixture: Fixture): Promise<ChildProcess> {
  const model = fixture.script([{ text: "A long answer that takes its time.", chunkChars: 2, chunkDelayMs: 5_000 }])
  const env = { ...fixture.env, HOLDFAST_SCRIPT_DELAY: "1" }
  const command = [bin, "run", "What is in the README?", "--json", "--model", model]
  const child = spawn(process.execPath, command, { cwd: fixture.workspace, env, stdio: "pipe" })
  onTestFinished(() => void child.kill("SIGKILL"))
  await streamOf(child).until(({ type }) => type === "delta")
  fixture.env.HOLDFAST_SCRIPT_DELAY = "0"
  return child
}

it("goes on with what another process drove at the start, when that one dies", async () => {
  const fixture = prepareFixture()
  const child = await drivenByProcess(fixture)
  const { takenUp, context } = await fixture.start({ resume: "auto", engines: { size: 1 } })
  const [row] = (await context.store.list({})).items
  expect([takenUp.resumed, takenUp.left, row?.status]).toEqual([[], [], "running"])
  child.kill("SIGKILL")
  expect(await stopOf(context.store, row?.id ?? "")).toBe("answered")
  expect(await eventsIn(context.store, row?.id ?? "", "model.interrupted")).toMatchObject([
    { data: { reason: "crashed" } },
  ])
})

it("settles what another process drove at the start, when that one dies, and waits for a person", async () => {
  const fixture = prepareFixture()
  const child = await drivenByProcess(fixture)
  const { context } = await fixture.start({ resume: "ask", engines: { size: 1 } })
  const [row] = (await context.store.list({})).items
  child.kill("SIGKILL")
  await seen(context.store, row?.id ?? "", (item) => "type" in item && item.type === "model.interrupted")
  await fixture.logged("another process released a session")
  expect((await context.store.row(row?.id ?? "")).status).toBe("interrupted")
  expect(await eventsIn(context.store, row?.id ?? "", "model.asked")).toHaveLength(1)
})

it("has one server on a data directory, and ignores what a dead one left", async () => {
  const fixture = prepareFixture()
  const server = await fixture.start()
  await expect(fixture.start()).rejects.toMatchObject({ code: "owned", details: { url: server.url } })
  // The first one is none the worse for it.
  expect((await fetch(`${server.url}/api/health`)).status).toBeLessThan(500)
  await server.close()
  const next = await fixture.start()
  expect(next.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await expect(fixture.start({ directory: `${fixture.home}-2`, port: Number(new URL(next.url).port) })).rejects.toThrow(
    "--port 0",
  )
})
