import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate, setTimeout } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import { begin, beginDriven, logOf, refusalOf } from "../../../test/support/store/conformance/scene.ts"
import { holdLock } from "../../../test/support/store/held-lock.ts"
import type { Store } from "../contract.ts"
import { connect } from "../sqlite/database.ts"
import { storeFileName } from "../sqlite/file.ts"
import { openThreadStore } from "./open-thread-store.ts"

const setUp = async () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const { store } = await openThreadStore({ directory })
  onTestFinished(async () => {
    await store.close()
    rmSync(directory, { recursive: true })
  })
  return { directory, store }
}

const said = (text: string) => [{ type: "input.accepted", data: { input: text, kind: "send", text } }] as const

it("answers those who read while another process writes, and writes in order when that one is done", async () => {
  const { directory, store } = await setUp()
  const id = await begin(store)
  const { release } = await holdLock(directory)
  const writes = ["first", "second", "third"].map((text) => store.append(id, [...said(text)], "intent"))
  const opened = begin(store)
  expect((await store.row(id)).seq).toBe(1)
  expect((await store.list()).items).toHaveLength(1)
  expect(await logOf(store, id)).toHaveLength(1)
  // Of somebody who comes while others wait already.
  const last = store.append(id, [...said("last")], "intent")
  expect((await store.state(id)).seq).toBe(1)
  await release()
  expect((await Promise.all([...writes, last])).map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
  expect((await store.row(await opened)).seq).toBe(1)
})

it("shows streamed text at most 4 KiB ahead of the disk while another process writes, and all of it afterwards", async () => {
  const { directory, store } = await setUp()
  const { id, lease, drive } = await beginDriven(store)
  const turn = "t1"
  const seq = await drive(
    { type: "turn.started", data: { task: "task" }, turn },
    { type: "model.asked", data: { purpose: "turn", model: "demo" }, turn },
  )
  const { release } = await holdLock(directory)
  const text = "word ".repeat(2000)
  const aheadOfDisk: number[] = []
  const shown = follow(store, directory, { id, after: seq, length: text.length }, (ahead) => aheadOfDisk.push(ahead))
  for (let offset = 0; offset < text.length; offset += 5) {
    store.checkpoint(lease, seq, { channel: "text", offset, text: text.slice(offset, offset + 5) })
  }
  // Its answer comes after what was shown of the text that was handed in before it.
  expect((await store.state(id)).seq).toBe(seq)
  await release()
  await shown
  expect(Math.max(...aheadOfDisk)).toBeLessThanOrEqual(4096)
  expect((await store.partials(id)).get(seq)?.text).toBe(text)
  await store.release(lease)
  expect((await store.partials(id)).get(seq)?.text).toBe(text)
})

it("shows streamed text at most 4 KiB ahead of the disk on a starved machine", async () => {
  const { directory, store } = await setUp()
  const { id, lease, drive } = await beginDriven(store)
  const seq = await drive({ type: "model.asked", data: { purpose: "turn", model: "demo" } })
  starve()
  const text = "word ".repeat(40_000)
  const aheadOfDisk: number[] = []
  const shown = follow(store, directory, { id, after: seq, length: text.length }, (ahead) => aheadOfDisk.push(ahead))
  for (let offset = 0; offset < text.length; offset += 200) {
    store.checkpoint(lease, seq, { channel: "text", offset, text: text.slice(offset, offset + 200) })
    await setImmediate()
  }
  await shown
  expect(Math.max(...aheadOfDisk)).toBeLessThanOrEqual(4096)
})

it("shows no streamed text that came more than 100 ms after what the disk still lacks, on a starved machine", async () => {
  const { directory, store } = await setUp()
  const { id, lease, drive } = await beginDriven(store)
  const seq = await drive({ type: "model.asked", data: { purpose: "turn", model: "demo" } })
  starve()
  const { release } = await holdLock(directory)
  const length = 400
  let shownBeforeWritten = 0
  let isHeld = true
  const shown = follow(store, directory, { id, after: seq, length }, (ahead, end) => {
    if (isHeld && ahead > 0) shownBeforeWritten = end
  })
  const cameAt: number[] = []
  const say = (offset: number) => {
    store.checkpoint(lease, seq, { channel: "text", offset, text: "x" })
    cameAt.push(performance.now())
  }
  say(0)
  // The store answers in order: it has had the first piece since this moment at the latest.
  await store.state(id)
  const firstKnownAt = performance.now()
  for (let offset = 1; offset < length; offset++) {
    await setTimeout(1)
    say(offset)
  }
  expect(performance.now() - firstKnownAt).toBeGreaterThan(200)
  isHeld = false
  await release()
  await shown
  expect(shownBeforeWritten).toBeGreaterThan(0)
  expect(cameAt[shownBeforeWritten - 1] ?? 0).toBeLessThanOrEqual(firstKnownAt + 100)
})

/** Keeps two cores busy until the test is over. */
function starve(): void {
  const busy = Array.from({ length: 2 }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }))
  onTestFinished(() => {
    for (const child of busy) child.kill("SIGKILL")
  })
}

/** Follows streamed text to its end, and says at each piece how far it is ahead of what another process would read. */
async function follow(
  store: Store,
  directory: string,
  { id, after, length }: { id: string; after: number; length: number },
  onPiece: (ahead: number, end: number) => void,
): Promise<void> {
  const disk = connect(join(directory, storeFileName), { readOnly: true })
  try {
    for await (const item of store.follow(id, { after })) {
      if (!("channel" in item)) continue
      const end = item.offset + item.text.length
      const written =
        disk.get<{ end: number | null }>("SELECT max(start + length(text)) AS end FROM partials")?.end ?? 0
      onPiece(end - written, end)
      if (end === length) return
    }
  } finally {
    disk.close()
  }
}

it("refuses a write that has waited too long for another process", async () => {
  const { directory, store } = await setUp()
  const id = await begin(store)
  const { release } = await holdLock(directory)
  const refusal = refusalOf(store.append(id, [...said("too late")], "intent"))
  expect(await store.row(id)).toMatchObject({ seq: 1 })
  expect(await refusal).toMatchObject({ code: "storage-busy", details: { doing: "write to" } })
  await release()
  expect((await store.append(id, [...said("in time")], "intent")).seq).toBe(2)
})
