import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { openStore } from "../../src/index.ts"
import { look, said } from "./look.ts"
import { lookFromProcess, lookInTwoProcesses } from "./other-process.ts"
import { emptyDirectory, scene } from "./scene.ts"
import { answer, exchange, openSession, send } from "./scene-turn.ts"
import { openFilesIn, stored, writeAheadLog, writtenSince } from "./stored.ts"
import { checkpointed, runStreaming, startStreaming, streaming } from "./streaming.ts"

/** How long it is quiet before the store does its maintenance. */
const quietMs = 2_000

// The streaming tests of Hermes, by the number and name that they have there; docs/seeds.md maps them. Its "save" is an
// append here, and its "save with skip_index" a checkpoint of streamed output.
describe("the Hermes seed: TestSaveSkipIndex", () => {
  it("S1 save_writes_json_file: an append is on the disk before it is acknowledged", async () => {
    const { store, directory } = scene()
    const session = await openSession(store, "Test Session")
    await send(store, session, "hello")

    // The store stays open: nothing that closing would still write may be needed.
    for (const seen of [await look(store, session), await lookFromProcess(directory, session)]) {
      expect(seen.row).toMatchObject({ id: session, title: "Test Session", messages: 1 })
      expect(said(seen.transcript)).toEqual(["hello"])
    }
  })

  it("S2 save_with_skip_index_writes_json: a checkpoint is as durable", async () => {
    const { store, directory } = scene()
    const { session, asked } = await streaming(store)
    const lease = await store.acquire(session, { type: "Agent" }).catch((error) => error)
    expect(lease).toMatchObject({ code: "owned" })
    await checkpointed({ store, directory }, session, asked, "half an answer")

    for (const seen of [await look(store, session), await lookFromProcess(directory, session)]) {
      expect(seen.partials).toEqual({ [asked]: { text: "half an answer" } })
      expect(said(seen.transcript)).toEqual(["do a long task", "half an answer"])
    }
  })

  it("S3 save_with_skip_index_skips_index_rebuild: a checkpoint leaves list rows and search index untouched", async () => {
    const { store, directory } = scene()
    const { session, asked } = await streaming(store)
    const disk = stored(directory)
    await expect.poll(() => disk.unindexed()).toBe(0)
    const before = disk.listAndIndex()

    await checkpointed({ store, directory }, session, asked, "half an answer")

    expect(disk.listAndIndex()).toEqual(before)
    for (const seen of await lookInTwoProcesses({ store, directory }, session, { search: "answer" })) {
      expect(seen.hits).toEqual([])
      expect(seen.list).toEqual([session])
    }
  })

  it("S3 save_with_skip_index_skips_index_rebuild: a checkpoint costs the same with 10 or 10,000 sessions", async (test) => {
    const cost = async (sessions: number) => {
      const { store, directory } = scene()
      await Promise.all(Array.from({ length: sessions - 1 }, () => openSession(store)))
      const { session, asked } = await streaming(store)
      const disk = stored(directory)
      await expect.poll(() => disk.unindexed()).toBe(0)
      const before = writeAheadLog(directory)
      test.skip(!before, "this file system has no write-ahead log to count in")
      await checkpointed({ store, directory }, session, asked, "x".repeat(1000))
      const written = writtenSince(before, writeAheadLog(directory))
      expect((await lookFromProcess(directory, session)).partials[asked]?.text).toHaveLength(1000)
      return written
    }

    const few = await cost(10)
    const many = await cost(10_000)

    expect(few.transactions).toBe(1)
    expect(many).toEqual(few)
  })

  it("S4 save_without_skip_index_creates_index: an append brings the session into the list and the search", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    await send(store, session, "hello kelp")

    for (const seen of await lookInTwoProcesses({ store, directory }, session, { search: "kelp" })) {
      expect(seen.list).toEqual([session])
      expect(seen.row).toMatchObject({ title: "hello kelp", messages: 1 })
      expect(seen.hits).toEqual([2])
    }
  })

  it("S5 skip_index_then_full_save_updates_index: after checkpoints, one append brings both up to date", async () => {
    const { store, directory } = scene()
    const { session, lease, turn, asked } = await streaming(store, "hello")
    await checkpointed({ store, directory }, session, asked, "hi the")
    expect(await store.search({ text: "there" })).toEqual({ items: [], next: null })

    await answer(store, lease, { turn, asked }, "hi there")
    await send(store, session, "thanks")

    expect(stored(directory).pieces(session)).toEqual([])
    for (const seen of await lookInTwoProcesses({ store, directory }, session, { search: "there" })) {
      expect(said(seen.transcript)).toEqual(["hello", "hi there", "thanks"])
      expect(seen.row).toMatchObject({ messages: 3, stop: "answered" })
      expect(seen.hits).toEqual([asked + 1])
      expect(seen.partials).toEqual({})
    }
  })

  it("S6 skip_index_save_with_touch_updated_at_false: sealing, indexing, import and reopening keep updatedAt", async () => {
    const { store, directory } = scene({ rotateAfterBytes: 250 })
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "Agent" })
    await exchange(store, lease, "first", "x".repeat(500))
    const here = await look(store, session)
    expect(here.row.updatedAt).toBe(here.events.at(-1)?.at)

    await store.close() // seals and indexes what is due

    const disk = stored(directory)
    expect(disk.unindexed()).toBe(0)
    expect(disk.segments()).toBeGreaterThan(0)
    expect((await lookFromProcess(directory, session)).row.updatedAt).toBe(here.row.updatedAt)

    const other = scene()
    await other.store.adopt({ id: session, events: here.events, blobs: [] })
    for (const imported of await lookInTwoProcesses(other, session)) {
      expect(imported.row.updatedAt).toBe(here.row.updatedAt)
      expect(imported.events).toEqual(here.events)
    }
  })

  it("S6 skip_index_save_with_touch_updated_at_false: maintenance leaves the list rows and the index alone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const { store: writing, directory } = scene()
    const session = await openSession(writing)
    const disk = stored(directory)
    await exchange(writing, await writing.acquire(session, { type: "Agent" }), "first", "x".repeat(500))
    await vi.advanceTimersByTimeAsync(quietMs)
    await vi.waitFor(() => expect(disk.unindexed()).toBe(0), { timeout: 60_000 })
    await writing.close()
    const store = openStore({ directory, rotateAfterBytes: 250 })
    onTestFinished(() => store.close())
    // An append that there is nothing to index of, after which the log is to be sealed: by the clock, which stands still.
    await store.acquire(session, { type: "Agent" })
    // How much of the log is sealed, and how far it is indexed, is all that maintenance may write down.
    const listAndIndex = () => {
      const { mark: _, sessions, ...rest } = disk.listAndIndex()
      return { ...rest, sessions: sessions.map(({ sealed: _, hot_bytes: __, ...row }) => row) }
    }
    const before = { row: await store.row(session), listAndIndex: listAndIndex() }
    expect([disk.unindexed(), disk.segments()]).toEqual([1, 0])

    await vi.advanceTimersByTimeAsync(quietMs)
    await vi.waitFor(() => expect([disk.unindexed(), disk.segments() > 0]).toEqual([0, true]), { timeout: 60_000 })
    await store.setSetting("a setting", { of: "this machine" })

    expect({ row: await store.row(session), listAndIndex: listAndIndex() }).toEqual(before)
    vi.useRealTimers()
    expect((await lookFromProcess(directory, session)).row.updatedAt).toBe(before.row.updatedAt)
  })
})

describe("the Hermes seed: TestPeriodicCheckpoint", () => {
  it("S7 checkpoint_fires_on_activity_counter_increment: each growth of the output is written, once", async () => {
    const { store, directory } = scene()
    const { session, asked } = await streaming(store)
    const disk = stored(directory)
    await expect.poll(() => disk.unindexed()).toBe(0)
    const before = writeAheadLog(directory)

    await checkpointed({ store, directory }, session, asked, "first tool done. ")
    await checkpointed({ store, directory }, session, asked, "second tool done.", "first tool done. ".length)

    expect(disk.pieces(session)).toEqual(["first tool done. second tool done."])
    if (before) expect(writtenSince(before, writeAheadLog(directory)).transactions).toBe(2)
    for (const seen of await lookInTwoProcesses({ store, directory }, session)) {
      expect(said(seen.transcript)).toEqual(["do a long task", "first tool done. second tool done."])
      expect(seen.state.log.turn?.task).toBe("do a long task")
    }
  })

  it("S8 checkpoint_does_not_fire_without_activity: an hour of silence writes nothing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] })
    onTestFinished(() => void vi.useRealTimers())
    const { store, directory } = scene()
    const { session, asked } = await streaming(store)
    store.checkpoint({ session, epoch: 1, owner: { type: "", path: "" } }, asked, {
      channel: "text",
      offset: 0,
      text: "so far",
    })
    const hour = 3_600_000
    await vi.advanceTimersByTimeAsync(hour) // what is due after the activity is done in the first hour
    const disk = stored(directory)
    await vi.waitFor(
      () => expect({ left: disk.unindexed(), pieces: disk.pieces(session) }).toEqual({ left: 0, pieces: ["so far"] }),
      { timeout: 60_000 },
    )
    const before = { log: writeAheadLog(directory), version: disk.version() }

    await vi.advanceTimersByTimeAsync(hour)
    for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve))

    expect({ log: writeAheadLog(directory), version: disk.version() }).toEqual(before)
    vi.useRealTimers()
    const seen = await lookFromProcess(directory, session)
    expect(seen.partials).toEqual({ [asked]: { text: "so far" } })
    // Neither does looking, from here or from elsewhere.
    expect(seen.state).toEqual((await look(store, session)).state)
    expect({ log: writeAheadLog(directory), version: disk.version() }).toEqual(before)
  })

  it("S9 checkpoint_stops_on_signal: closing flushes and leaves no timer behind", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    expect(await runStreaming("close", directory, session)).toEqual({ code: 0, output: "[]" })

    const seen = await look(store, session)
    expect(said(seen.transcript)).toEqual(["do a long research task", "half an answer"])
    expect(await lookFromProcess(directory, session)).toEqual(seen)
  })

  it("S9 checkpoint_stops_on_signal: a process that never closes its store still ends, with its text on the disk", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    expect(await runStreaming("leave", directory, session)).toEqual({ code: 0, output: "" })

    const seen = await look(store, session)
    expect(said(seen.transcript)).toEqual(["do a long research task", "half an answer"])
    expect(await lookFromProcess(directory, session)).toEqual(seen)
  })

  it("S10 pending_message_survives_simulated_restart: kill -9 before the first word keeps the message", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const lease = await store.acquire(session, { type: "Agent" })
    await exchange(store, lease, "first turn", "done")
    await store.release(lease)
    const { child, ended } = startStreaming("wait", directory, session)
    const [line] = await once(child.stdout, "data")
    child.kill("SIGKILL")
    await ended

    const asked = Number(line)
    for (const seen of await lookInTwoProcesses({ store, directory }, session)) {
      expect(said(seen.transcript)).toEqual(["first turn", "done", "do a long research task", ""])
      expect(seen.state.log.turn?.task).toBe("do a long research task")
      expect(seen.state.log.intents.model?.seq).toBe(asked)
      expect(seen.row.status).toBe("interrupted")
    }
  })

  it("S11 activity_checkpoint_persists_updated_at: a session that streams stays fresh in the list", async () => {
    const { store, directory } = scene()
    const { session, asked } = await streaming(store)
    const before = await look(store, session)
    const newer = await openSession(store)
    const { updatedAt } = await store.row(newer)
    expect((await look(store, session)).list).toEqual([newer, session])
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(Date.parse(updatedAt))

    await checkpointed({ store, directory }, session, asked, "half an answer")

    for (const seen of await lookInTwoProcesses({ store, directory }, session)) {
      expect(Date.parse(seen.row.updatedAt)).toBeGreaterThan(Date.parse(before.row.updatedAt))
      expect(seen.list).toEqual([session, newer])
      expect(seen.state).toEqual(before.state)
    }
  })
})

describe("the Hermes seed: TestCheckpointVariableLifecycle", () => {
  it("S12 checkpoint_stop_initialised_before_any_raiseable_code: a store that cannot be opened leaves nothing open", async () => {
    const directory = emptyDirectory()
    writeFileSync(
      join(directory, "holdfast.db"),
      "this is not a database, and long enough to be taken for one".repeat(20),
    )
    expect(() => openStore({ directory })).toThrow(expect.objectContaining({ name: "HoldfastError" }))
    expect(openFilesIn(directory)).toEqual([])

    const { store, directory: whole } = scene()
    const session = await openSession(store)
    for (const seen of await lookInTwoProcesses({ store, directory: whole }, session))
      expect(seen.list).toEqual([session])
    expect(openFilesIn(whole)).toEqual([])
  })

  it("S12 finally_path_when_early_exception_does_not_unbound_error: the first failure is the one that is told", async () => {
    const { store, directory } = scene()
    const session = await openSession(store)
    const drive = async (id: string) => {
      try {
        const lease = await store.acquire(id, { type: "Agent" })
        store.checkpoint(lease, 1, { channel: "text", offset: 0, text: "never reached" })
      } finally {
        await store.close()
        await store.close()
      }
    }
    await expect(drive("nobody")).rejects.toMatchObject({ code: "not-found" })

    const again = openStore({ directory })
    for (const seen of await lookInTwoProcesses({ store: again, directory }, session)) {
      expect(seen.list).toEqual([session])
      expect(seen.partials).toEqual({})
    }
  })
})
