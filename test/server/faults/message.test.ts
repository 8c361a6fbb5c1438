import { describe, expect, it } from "vitest"
import type { Client } from "../../../src/client/client.ts"
import { openStore } from "../../../src/index.ts"
import { setScene } from "../scene.ts"
import { conversation, eventsOf, logOf, send, streams, until, untilStopped, words } from "./log.ts"
import { setStage } from "./stage.ts"

const slow = { text: words(100), chunkChars: 5, chunkDelayMs: 10 }

const killing = { timeout: 120_000 }

describe("a message", () => {
  it("is answered once, though the server is killed before it came and after it was taken", killing, async () => {
    const stage = setStage()
    let server = await stage.start()
    const id = await stage.open(server.client, [{ text: "First." }, { text: "Second." }])
    for (const [index, text] of ["What is in the README?", "What is in the notes?"].entries()) {
      // The session was never used so far: all that there is of it is on the disk.
      if (index === 0) await server.kill()
      if (index === 0) server = await stage.start()
      await send(server.client, id, text)
      await server.kill()
      server = await stage.start()
      await untilStopped(stage.store(), id, index + 1)
    }
    expect(await conversation(stage.store(), id)).toEqual([
      "What is in the README?",
      "First.",
      "What is in the notes?",
      "Second.",
    ])
  })

  it("stays when the provider fails before its first word", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([{ error: { status: 401, message: "no such key" } }, { text: "Here." }])
    const { input } = await send(scene.client, id, "What is in the README?")
    await untilStopped(store, id)
    await scene.restart()
    const { state } = await scene.client.call("GET /api/sessions/:id", { params: { id }, query: {} })
    expect(state.branch).toMatchObject({ stop: { code: "auth-failed" } })
    const { events } = await scene.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
    expect(events.filter(({ type }) => type === "input.accepted")).toMatchObject([
      { data: { input, text: "What is in the README?" } },
    ])
    await scene.client.call("POST /api/sessions/:id/resume", { params: { id }, body: {} })
    await untilStopped(scene.server.context.store, id, 2)
    expect(await conversation(scene.server.context.store, id)).toEqual(["What is in the README?", "Here."])
  })

  it("is answered, each of two that were sent at the same moment", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    for (let round = 0; round < 5; round++) {
      const id = await scene.open([{ text: "First." }, { text: "Second." }])
      await Promise.all(["this", "that"].map((word) => send(scene.client, id, `What is in ${word}?`)))
      await untilStopped(store, id, 2)
      const said = await conversation(store, id)
      expect([said[0], said[2]].toSorted()).toEqual(["What is in that?", "What is in this?"])
      expect([said[1], said[3]]).toEqual(["First.", "Second."])
    }
  })

  it("waits in the queue over a restart, and is answered with no page open", { timeout: 120_000 }, async () => {
    const stage = setStage()
    const first = await stage.start()
    const id = await stage.open(first.client, [slow, { text: "Second." }, { text: "Third." }])
    const other = await stage.open(first.client, [])
    await send(first.client, id, "What is in the README?")
    await until(stage.store(), id, streams("word"))
    await send(first.client, id, "What is in the notes?", { kind: "queue" })
    expect(await send(first.client, id, "What is in the rest?")).toMatchObject({ waits: true })
    await first.kill()
    const second = await stage.start()
    await untilStopped(stage.store(), id, 3)
    await second.kill()
    const said = await conversation(stage.store(), id)
    expect(said).toEqual([
      "What is in the README?",
      slow.text,
      "What is in the notes?",
      "Second.",
      "What is in the rest?",
      "Third.",
    ])
    expect((await stage.store().row(other)).messages).toBe(0)
  })

  it("reaches the model when it interrupts", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([slow, { text: "Now this." }])
    await send(scene.client, id, "What is in the README?")
    await until(store, id, streams("word"))
    await send(scene.client, id, "Wait: what is in the notes?", { kind: "interrupt" })
    await untilStopped(store, id, 2)
    expect((await eventsOf(store, id, "turn.stopped")).map(({ data }) => data.code)).toEqual(["superseded", "answered"])
    expect((await conversation(store, id)).slice(0, 2)).toEqual([
      "What is in the README?",
      "Wait: what is in the notes?",
    ])
  })

  it("is not held when it is sent right after a stop", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([{ ...slow, text: words(1000) }])
    await send(scene.client, id, "What is in the README?")
    await until(store, id, streams("word"))
    // The turn is on its way out: whoever sends now has seen it stop.
    await scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
    await send(scene.client, id, "What is in the notes?")
    await untilStopped(store, id)
    expect((await store.state(id)).log.inputs).toMatchObject({ held: false })
  })

  it("is taken by a session that another program opened", async () => {
    const scene = await setScene()
    const otherStore = openStore({ directory: scene.home })
    const id = await otherStore.open({
      workspace: scene.workspace,
      project: scene.workspace,
      settings: { model: scene.script([{ text: "Hello." }]), permissionMode: "allow" },
    })
    await otherStore.close()
    await send(scene.client, id, "What is in the README?")
    await untilStopped(scene.server.context.store, id)
    expect(await conversation(scene.server.context.store, id)).toEqual(["What is in the README?", "Hello."])
  })

  it("is kept as a draft over turns, a refused send, a new name and a restart", async () => {
    const scene = await setScene()
    const [id, other] = [await scene.open([{ text: "First." }]), await scene.open([])]
    const draft = {
      text: "I was about to say …\nthis",
      attachments: [await attach(scene.client, "draft.txt", "drafted")],
    }
    const kept = (of = id) => scene.client.call("GET /api/sessions/:id/draft", { params: { id: of } })
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: draft })
    await send(scene.client, id, "What is in the README?", { key: "once" })
    await untilStopped(scene.server.context.store, id)
    await expect(send(scene.client, id, "Not this", { key: "once" })).rejects.toMatchObject({ code: "key-reused" })
    await scene.client.call("PATCH /api/sessions/:id", { params: { id }, body: { title: "Another name" } })
    expect(await kept()).toMatchObject(draft)
    await scene.restart()
    expect(await kept()).toMatchObject(draft)
    expect(await kept(other)).toMatchObject({ text: "" })
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text: "" } })
    expect(await kept()).toMatchObject({ text: "" })
  })

  it.each(["send", "queue", "steer", "interrupt"] as const)(
    "keeps all that is attached, however it is sent: %s",
    async (kind) => {
      const scene = await setScene()
      const { store } = scene.server.context
      const id = await scene.open([slow, { text: "Seen." }, { text: "Seen." }])
      const attachments = [
        await attach(scene.client, "notes.txt", "first file"),
        await attach(scene.client, "more.md", "second file"),
        await attach(scene.client, "dot.png", png),
      ]
      await send(scene.client, id, "What is in the README?")
      await until(store, id, streams("word"))
      const { input } = await send(scene.client, id, "See these.", { kind, attachments })
      const waiting = (await store.state(id)).log.inputs.waiting.find((one) => one.input === input)
      expect(waiting).toMatchObject({ attachments })
      await scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
      const accepted = (await logOf(store, id)).filter(
        (event) => event.type === "input.accepted" && (event.data as { input: string }).input === input,
      )
      expect(accepted).toMatchObject([{ data: { text: "See these.", attachments } }])
      for (const { blob } of attachments) {
        const response = await scene.client.fetch("GET /api/sessions/:id/blobs/:hash", { params: { id, hash: blob } })
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
      }
    },
  )

  it("keeps all that is attached when it is said again", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([{ text: "Seen." }, { text: "Seen again." }])
    const attachments = [await attach(scene.client, "notes.txt", "a file"), await attach(scene.client, "dot.png", png)]
    await send(scene.client, id, "What is in these?", { attachments })
    await untilStopped(store, id)
    await scene.client.call("POST /api/sessions/:id/rewind", { params: { id }, body: { to: "regenerate" } })
    await untilStopped(store, id, 2)
    const inputs = await eventsOf(store, id, "input.accepted")
    expect(inputs.map(({ data }) => data.attachments)).toEqual([attachments, attachments])
    expect((await store.state(id)).branch.messages).toBe(2)
  })
})

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

/** Keeps a file that goes with a message. */
async function attach(client: Client, name: string, content: string | Uint8Array) {
  return client.call("POST /api/blobs", { query: { name }, body: content as never })
}
