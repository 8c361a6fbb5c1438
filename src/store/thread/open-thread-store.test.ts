import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { begin, isDelta, listen, logOf, refusalOf } from "../../../test/support/store/conformance/scene.ts"
import { HoldfastError } from "../../session/error.ts"
import { alone } from "../sqlite/lease/presence.ts"
import { openSqliteStore } from "../sqlite/store.ts"
import { openThreadStore, type ThreadStore } from "./open-thread-store.ts"
import { portStore } from "./port-store.ts"

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

describe("a store in a thread", () => {
  let directory: string
  let thread: ThreadStore
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    thread = await openThreadStore({ directory })
  })
  afterAll(async () => {
    await thread.store.close()
    expect(await thread.exited).toBeNull()
    rmSync(directory, { recursive: true })
  })

  const drivenBy = async (id: string) => {
    const port = thread.connect()
    const worker = new Worker(new URL("../../../test/support/store/driver.ts", import.meta.url), {
      workerData: { port, id },
      transferList: [port],
    })
    const [{ lease, seq }] = await once(worker, "message")
    return { worker, lease, seq }
  }

  it("lets another thread take over when the one that drives is terminated", async () => {
    const id = await begin(thread.store)
    const { worker, lease } = await drivenBy(id)
    const other = portStore(thread.connect())
    expect(await refusalOf(other.acquire(id, { type: "Other" }))).toMatchObject({ code: "owned" })
    expect((await other.row(id)).status).toBe("running")
    const list = other.changes()[Symbol.asyncIterator]()
    await list.next()
    const released = list.next()
    await worker.terminate()
    expect((await released).value).toMatchObject({ sessions: [id] })
    expect((await other.row(id)).status).toBe("interrupted")
    expect((await other.acquire(id, { type: "Other" })).epoch).toBe(lease.epoch + 1)
    await other.close()
  })

  it("lets a listener stop that was busy while its store was closed", async () => {
    const own = await openThreadStore({ directory: mkdtempSync(join(directory, "own-")) })
    const id = await begin(own.store)
    const stop = new AbortController()
    const items = own.store.follow(id, { after: 0, signal: stop.signal })[Symbol.asyncIterator]()
    await items.next()
    await own.store.close()
    await own.exited
    stop.abort()
    await expect(items.next()).resolves.toMatchObject({ done: true })
  })

  it("tells text of one thread to another, piece by piece", async () => {
    const id = await begin(thread.store)
    const { worker, seq } = await drivenBy(id)
    const listener = listen(thread.store, id, seq)
    for (const [offset, text] of [
      [0, "Hel"],
      [3, "lo"],
    ] as const) {
      const next = listener.next()
      worker.postMessage(text)
      expect(await next).toEqual({ seq, channel: "text", offset, text })
    }
    await listener.stop()
    await worker.terminate()
  })

  it("does not send what nobody pulls", async () => {
    const id = await begin(thread.store)
    const { worker, seq } = await drivenBy(id)
    const listener = listen(thread.store, id, seq)
    const first = listener.next()
    worker.postMessage("x")
    await first
    const pieces = 500
    for (let n = 1; n < pieces; n++) worker.postMessage("x")
    const whole = "x".repeat(pieces)
    await expect.poll(async () => (await thread.store.partials(id)).get(seq)?.text).toBe(whole)
    let text = "x"
    let items = 1
    while (text.length < pieces) {
      const delta = await listener.next()
      if (isDelta(delta)) text = text.slice(0, delta.offset) + delta.text
      items++
    }
    expect(text).toBe(whole)
    expect(items).toBeLessThan(pieces / 2)
    await listener.stop()
    await worker.terminate()
  })

  it("refuses with the errors of the store", async () => {
    const id = await begin(thread.store)
    await expect(thread.store.row("nobody")).rejects.toBeInstanceOf(HoldfastError)
    await expect(Array.fromAsync(thread.store.read("nobody"))).rejects.toMatchObject({ code: "not-found" })
    expect(await logOf(thread.store, id)).toHaveLength(1)
  })

  it("keeps the bytes of a blob that its owner still has", async () => {
    const bytes = new Uint8Array([0, 1, 2, 3]).subarray(1)
    const { blob } = await thread.store.putBlob(bytes)
    expect([...bytes]).toEqual([1, 2, 3])
    expect([...(await thread.store.blob(blob))]).toEqual([1, 2, 3])
  })

  it("keeps its locks when another thread opens the same files", async () => {
    const here = openSqliteStore({ directory })
    for (const name of ["holdfast.db", "presence.lock"]) {
      if (!existsSync("/proc/locks")) continue
      const { ino } = statSync(join(directory, name))
      // The kernel's list may skip a lock or show it twice while others come and go.
      await expect.poll(() => readFileSync("/proc/locks", "utf8")).toContain(`:${ino} `)
    }
    expect(() => alone(directory)).toThrow(/in use/)
    const id = await begin(here)
    expect((await thread.store.row(id)).id).toBe(id)
    await here.close()
    expect((await thread.store.row(id)).id).toBe(id)
  })
})

describe("opening a store in a thread", () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  it("refuses as the store itself does", async () => {
    writeFileSync(join(directory, "file"), "")
    const opening = openThreadStore({ directory: join(directory, "file") })
    await expect(opening).rejects.toBeInstanceOf(HoldfastError)
    await expect(opening).rejects.toMatchObject({ code: "storage-access" })
  })

  it("loses nothing that was acknowledged when the process is killed", async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("../../../test/support/store/appender.ts", import.meta.url)), directory],
      { stdio: "pipe" },
    )
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (lines.length === 50) child.kill("SIGKILL")
    }
    const [id = "", seq = ""] = lines.at(-1)?.split(" ") ?? []
    const store = openSqliteStore({ directory })
    expect((await logOf(store, id)).length).toBeGreaterThanOrEqual(Number(seq))
    await store.close()
  })

  it("does not hold a process open that has nothing more to do", () => {
    const module = JSON.stringify(fileOf("./open-thread-store.ts"))
    const script = `import { openThreadStore } from ${module}
      const { store } = await openThreadStore({ directory: ${JSON.stringify(directory)} })
      console.log(await store.open({ workspace: "/w", project: "/w" }))`
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      timeout: 30_000,
    })
    expect({ status, lines: stdout.trim().split("\n").length }).toEqual({ status: 0, lines: 1 })
  })
})
