import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { begin, beginDriven, logOf, refusalOf } from "../conformance/scene.ts"
import { holdLock } from "./arbitrary/held-lock.ts"
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
  const { letGo } = await holdLock(directory)
  const writes = ["first", "second", "third"].map((text) => store.append(id, [...said(text)], "intent"))
  const opened = begin(store)
  expect((await store.row(id)).seq).toBe(1)
  expect((await store.list()).items).toHaveLength(1)
  expect(await logOf(store, id)).toHaveLength(1)
  // Of somebody who comes while others wait already.
  const last = store.append(id, [...said("last")], "intent")
  expect((await store.state(id)).seq).toBe(1)
  await letGo()
  expect(await Promise.all([...writes, last])).toEqual([2, 3, 4, 5])
  expect((await store.row(await opened)).seq).toBe(1)
})

it("tells streamed text while another process writes, and keeps it", async () => {
  const { directory, store } = await setUp()
  const { id, lease, drive } = await beginDriven(store)
  const turn = "t1"
  const seq = await drive(
    { type: "turn.started", data: { task: "task" }, turn },
    { type: "model.asked", data: { purpose: "turn", model: "demo" }, turn },
  )
  const { letGo } = await holdLock(directory)
  const text = "word ".repeat(2000)
  for (let offset = 0; offset < text.length; offset += 5) {
    store.checkpoint(lease, seq, { channel: "text", offset, text: text.slice(offset, offset + 5) })
  }
  await expect.poll(async () => (await store.partials(id)).get(seq)?.text).toBe(text)
  await letGo()
  await store.release(lease)
  expect((await store.partials(id)).get(seq)?.text).toBe(text)
})

it("refuses a write that has waited too long for another process", async () => {
  const { directory, store } = await setUp()
  const id = await begin(store)
  const { letGo } = await holdLock(directory)
  const refusal = refusalOf(store.append(id, [...said("too late")], "intent"))
  expect(await store.row(id)).toMatchObject({ seq: 1 })
  expect(await refusal).toMatchObject({ code: "storage-busy", details: { doing: "write to" } })
  await letGo()
  expect(await store.append(id, [...said("in time")], "intent")).toBe(2)
})
