import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { type Delta, defineTool, type Event, type ForeignEvent, type Model, ownTools } from "../../src/index.ts"
import { livenessOf, thisProcess } from "../../src/store/owner.ts"
import { eventsOf, isType, run, type Scene, type SceneOptions, scene, stops, until } from "./scene.ts"

type Item = Event | ForeignEvent | Delta

/** Drives a task, cancels as soon as something is seen, and waits for the end. */
async function cancelledAt(options: SceneOptions, seen: (item: Item) => boolean): Promise<Scene> {
  const played = await scene(options)
  await played.agent.send(played.session, "What is in the README?")
  const driving = played.agent.drive(played.session)
  await until(played, seen)
  await played.agent.cancel(played.session, { reason: "enough" })
  expect((await driving).rest).toBe("input")
  return played
}

/** One stop record, nothing open, and the session answers the next input. */
async function expectUsable(played: Scene): Promise<void> {
  expect(await stops(played)).toEqual(["cancelled"])
  const { log } = await played.store.state(played.session)
  expect(log).toMatchObject({ turn: null, intents: { model: null, tools: [] }, asks: { open: [] } })
  await run({ ...played, agent: played.agentWith({ model: async () => answering }) }, "What is in the notes?")
  expect(await stops(played)).toEqual(["cancelled", "answered"])
}

const answering: Model = {
  name: "own/answering",
  scripted: false,
  contextWindow: null,
  async *stream() {
    yield { type: "text", text: "Something." }
    yield { type: "finished", finish: "stop" }
  },
}

/** A model that says something and then nothing more, whatever it is told. */
const deaf = (said: string): Model => ({
  ...answering,
  async *stream() {
    if (said) yield { type: "text", text: said }
    await new Promise(() => undefined)
  },
})

const says = (piece: string) => (item: Item) =>
  "channel" in item && item.channel !== "calls" && item.text.includes(piece)
const command = (line: string) => ({ toolCalls: [{ id: "c", name: "bash", arguments: { command: line } }] })

describe("a cancel", () => {
  it("before the model has said anything ends the turn at once", async () => {
    const played = await cancelledAt({ model: deaf("") }, isType("model.asked"))
    expect((await eventsOf(played, "model.interrupted")).map(({ data }) => data)).toEqual([
      expect.objectContaining({ reason: "cancelled", text: "" }),
    ])
    await expectUsable(played)
  })

  it("in mid-stream keeps the text, which the next turn's model sees, marked", async () => {
    const played = await cancelledAt({ model: deaf("The first half") }, says("first half"))
    const [interrupted] = await eventsOf(played, "model.interrupted")
    expect(interrupted?.data).toMatchObject({ reason: "cancelled", text: "The first half" })
    const requests: unknown[] = []
    const listening: Model = {
      ...answering,
      stream(request, signal) {
        requests.push(request.messages)
        return answering.stream(request, signal)
      },
    }
    await run({ ...played, agent: played.agentWith({ model: async () => listening }) }, "Go on.")
    expect(requests).toEqual([
      [
        { role: "user", text: "What is in the README?" },
        { role: "assistant", text: expect.stringMatching(/^The first half\n\[.*stopped.*\]$/), calls: [] },
        { role: "user", text: "Go on." },
      ],
    ])
  })

  it("of a scripted stream keeps what was streamed so far", async () => {
    const text = "word ".repeat(400)
    const played = await cancelledAt({ model: [{ text, chunkChars: 5, chunkDelayMs: 20 }] }, says("word"))
    const [interrupted] = await eventsOf(played, "model.interrupted")
    expect(interrupted?.data.text).toMatch(/^word /)
    expect(text.startsWith(interrupted?.data.text ?? "?")).toBe(true)
    await expectUsable(played)
  })

  it("while a tool looks around stops it", async () => {
    const look = defineTool({
      kind: "look",
      name: "stare",
      description: "Looks until it is told to stop.",
      schema: z.object({}),
      run: (_, { signal }) =>
        new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("tired"))),
    })
    const model = [{ toolCalls: [{ id: "c", name: "stare", arguments: {} }] }]
    const played = await cancelledAt({ model, tools: [...ownTools, look] }, isType("tool.started"))
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.output.text)).toEqual(["tired"])
    await expectUsable(played)
  })

  it("ends the foreground command with all that it started, and what it had written stays", async () => {
    const line = "echo $$ > pids; sleep 600 & echo $! >> pids; echo begun; wait; echo x > ended.txt"
    const played = await cancelledAt({ model: [command(line)] }, says("begun"))
    const [outcome] = await eventsOf(played, "tool.finished")
    expect(outcome?.data.status).not.toBe("ok")
    expect(outcome?.data.output.text).toContain("begun")
    const pids = readFileSync(join(played.workspace, "pids"), "utf8").trim().split("\n").map(Number)
    expect(pids).toHaveLength(2)
    for (const pid of pids) expect(livenessOf({ ...thisProcess(), pid, startedAt: "" })).toBe("dead")
    expect(existsSync(join(played.workspace, "ended.txt"))).toBe(false)
    await expectUsable(played)
  })

  it("does not wait for a tool that never returns", async () => {
    const hang = defineTool({
      name: "hang",
      description: "Never comes back.",
      schema: z.object({}),
      run: () => new Promise<string>(() => undefined),
    })
    const model = [{ toolCalls: [{ id: "c", name: "hang", arguments: {} }] }]
    const played = await cancelledAt({ model, tools: [hang] }, isType("tool.started"))
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.status)).toEqual(["interrupted"])
    await expectUsable(played)
  })

  it("while it waits to ask the model again ends the wait", async () => {
    const error = { status: 429, message: "Please try again in 900s" }
    await expectUsable(await cancelledAt({ model: [{ error }] }, isType("model.failed")))
  })

  it("while it waits for an approval skips the call", async () => {
    const played = await scene({ model: [command("touch a")], permissionMode: "prompt" })
    expect((await run(played)).rest).toBe("answer")
    await played.agent.cancel(played.session)
    expect((await played.agent.drive(played.session)).rest).toBe("input")
    expect((await eventsOf(played, "tool.finished")).map(({ data }) => data.status)).toEqual(["skipped"])
    await expectUsable(played)
  })

  it("skips the calls of the step that had not begun", async () => {
    const calls = [
      ...command("echo begun; sleep 600").toolCalls,
      { id: "d", name: "bash", arguments: { command: "touch d" } },
    ]
    const played = await cancelledAt({ model: [{ toolCalls: calls }] }, says("begun"))
    const outcomes = (await eventsOf(played, "tool.finished")).map(({ data }) => [data.call, data.status])
    expect(outcomes).toEqual([
      ["c", expect.stringMatching(/interrupted|error/)],
      ["d", "skipped"],
    ])
    expect(existsSync(join(played.workspace, "d"))).toBe(false)
  })

  it("without an open turn is nothing to do, and a second one changes nothing", async () => {
    const played = await scene({ model: [command("echo begun; sleep 600")] })
    expect(await played.agent.cancel(played.session)).toBeNull()
    await played.agent.send(played.session, "What is in the README?")
    const driving = played.agent.drive(played.session)
    await until(played, says("begun"))
    const turn = (await played.store.state(played.session)).log.turn?.id ?? ""
    await Promise.all([1, 2, 3].map(() => played.agent.cancel(played.session, { turn })))
    await driving
    expect(await stops(played)).toEqual(["cancelled"])
    await expect(played.agent.cancel(played.session, { turn })).rejects.toMatchObject({ code: "stopped" })
  })
})
