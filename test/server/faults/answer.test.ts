import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ScriptStep } from "../../../src/models/script.ts"
import type { Event } from "../../../src/session/event.ts"
import { transcript } from "../../../src/session/view/transcript.ts"
import { setScene } from "../scene.ts"
import { conversation, eventsOf, type Item, isType, logOf, send, streams, until, untilStopped, words } from "./log.ts"
import { listen } from "./sse.ts"

const slowly = { chunkChars: 5, chunkDelayMs: 20 }
const long = words(120)
const command = (line: string) => ({ id: "c", name: "bash", arguments: { command: line } })

/** When it is stopped, and what of the work is to be found afterwards. */
const phases: ReadonlyArray<[string, ScriptStep, (item: Item) => boolean, (events: Event[]) => unknown, unknown]> = [
  [
    "before the first word",
    { text: long, chunkChars: 5, chunkDelayMs: 3000 },
    isType("model.asked"),
    (events) => events.filter(({ type }) => type === "model.interrupted").length,
    1,
  ],
  [
    "while it thinks",
    { reasoning: long, text: "x", ...slowly },
    streams("word", "reasoning"),
    (events) => events.flatMap((event) => (event.type === "model.interrupted" ? [event.data.reasoning] : [])),
    [expect.stringMatching(/^word /)],
  ],
  [
    "while it writes",
    { text: long, ...slowly },
    streams("word"),
    (events) => events.flatMap((event) => (event.type === "model.interrupted" ? [event.data.text] : [])),
    [expect.stringMatching(/^word /)],
  ],
  [
    "while a command runs",
    { text: "I look.", reasoning: "Let me see.", toolCalls: [command("echo begun; sleep 600")] },
    streams("begun", "output"),
    (events) =>
      events.flatMap((event) => {
        if (event.type === "model.answered") return [event.data.text, event.data.reasoning]
        return event.type === "tool.finished" ? [event.data.call, event.data.output.text] : []
      }),
    ["I look.", "Let me see.", expect.any(String), expect.stringContaining("begun")],
  ],
]

describe("an answer that is stopped", () => {
  it.each(phases)("keeps what was said and done so far: %s", async (_, step, seen, kept, expected) => {
    const scene = await setScene()
    const id = await scene.open([step, { text: "Next." }])
    await send(scene.client, id, "What is in the README?")
    await until(scene.server.context.store, id, seen)
    const stop = () => scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
    await Promise.all([stop(), stop()])
    await untilStopped(scene.server.context.store, id)
    await scene.restart()
    const { store } = scene.server.context
    const events = (await logOf(store, id)) as Event[]
    expect(kept(events)).toEqual(expected)
    expect(events.flatMap((event) => (event.type === "turn.stopped" ? [event.data.code] : []))).toEqual(["cancelled"])
    expect((await store.row(id)).status).toBe("idle")
    expect(transcript(events)[0]).toMatchObject({ kind: "input", text: "What is in the README?" })
    await send(scene.client, id, "And in the notes?")
    let turns = 0
    await until(store, id, (item) => isType("turn.started")(item) && ++turns === 2)
  })
})

describe("an answer", () => {
  it("goes on without anybody who looks, and is whole for whoever comes later", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const steps = [
      { text: "Let me look first.", toolCalls: [command("echo found")], ...slowly },
      { text: long, ...slowly },
    ]
    const id = await scene.open(steps)
    const { url, token } = scene.server
    const tab = await listen({ base: url, token, query: { sessions: `${id}:0` } })
    await send(scene.client, id, "What is in the README?")
    for await (const frame of tab) if (frame.event === "delta") break
    tab.close()
    await untilStopped(store, id)
    expect(await conversation(store, id)).toEqual(["What is in the README?", "Let me look first.", long])
    const { events } = await scene.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
    const shown = transcript(events as Event[])
    expect(shown.filter(({ kind }) => kind === "answer")).toMatchObject([
      { state: "whole", text: "Let me look first." },
      { state: "whole", text: long },
    ])
  })

  it("that failed says so after a reload, too", async () => {
    const scene = await setScene()
    const message = "the model is on fire"
    const id = await scene.open([{ text: long, error: { status: 400, message, afterChars: 40 } }])
    await send(scene.client, id, "What is in the README?")
    await untilStopped(scene.server.context.store, id)
    await scene.restart()
    const { events } = await scene.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
    expect(JSON.stringify(transcript(events as Event[]))).toContain(message)
    const { why } = await scene.client.call("GET /api/sessions/:id/why", { params: { id }, query: {} })
    expect(JSON.stringify(why)).toContain(message)
  })

  it("is its own, of each of many sessions that work at once", { timeout: 120_000 }, async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const names = Array.from({ length: 8 }, (_, index) => `number ${index}`)
    const ids = await Promise.all(
      names.map((name, index) =>
        scene.open([
          {
            text: `I am ${name}.`,
            toolCalls: [command(`sleep 0.1; echo ${name} > file-${index}; echo I am ${name}`)],
            ...slowly,
          },
          { text: `Done by ${name}.`, ...slowly },
        ]),
      ),
    )
    await Promise.all(ids.map((id, index) => send(scene.client, id, `What is ${names[index]}?`)))
    await Promise.all(ids.map((id) => untilStopped(store, id)))
    for (const [index, id] of ids.entries()) {
      const name = names[index]
      const all = JSON.stringify(await logOf(store, id))
      for (const other of names.filter((one) => one !== name)) expect(all).not.toContain(other)
      expect((await eventsOf(store, id, "tool.finished"))[0]?.data.output.text).toContain(`I am ${name}`)
      expect(readFileSync(join(scene.workspace, `file-${index}`), "utf8")).toBe(`${name}\n`)
      expect((await conversation(store, id)).at(-1)).toBe(`Done by ${name}.`)
    }
  })
})
