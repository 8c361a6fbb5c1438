import { copyFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { api } from "../../../src/server/contract/api.ts"
import { connect } from "../../../src/store/sqlite/database.ts"
import { openSqliteStore } from "../../../src/store/sqlite/store.ts"
import { setScene } from "../scene.ts"
import { conversation, eventsOf, logOf, send, untilStopped } from "./log.ts"
import { setStage } from "./stage.ts"

describe("a conversation", () => {
  it("is the same after everything was looked at", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "First." }])
    const { store } = scene.server.context
    await send(scene.client, id, "What is in the README?")
    await untilStopped(store, id)
    const seen = async () => ({ log: await logOf(store, id), row: await store.row(id), state: await store.state(id) })
    const before = await seen()
    const looks = Object.keys(api).filter((route) => route.startsWith("GET ") && route !== "GET /api/stream")
    const statuses = await Promise.all(
      looks.map(async (route) => {
        const path = route.slice(4).replace(":id", id).replace(":kind", "plan").replace(":hash", "0".repeat(64))
        const url = `${scene.server.url}${path}?q=first&path=${encodeURIComponent(path.endsWith("/file") ? "a.txt" : "")}`
        const response = await fetch(url, { headers: { authorization: `Bearer ${scene.server.token}` } })
        await response.arrayBuffer()
        return response.status
      }),
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10)
    expect(await seen()).toEqual(before)
  })

  it("is served with files of others in the data directory", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "First." }, { text: "Second." }])
    await send(scene.client, id, "What is in the README?")
    await untilStopped(scene.server.context.store, id)
    for (const directory of ["sessions", "jobs/strange", "backups"]) {
      mkdirSync(join(scene.home, directory), { recursive: true })
    }
    for (const file of [
      "_index.json",
      "sessions/x.json",
      "holdfast.db.bak",
      "jobs/a file",
      "backups/notes.txt",
      "~lock",
    ]) {
      writeFileSync(join(scene.home, file), "[1, 2")
    }
    symlinkSync("loop", join(scene.home, "loop"))
    symlinkSync("/nowhere", join(scene.home, "jobs", "dangling"))
    await scene.restart()
    await send(scene.client, id, "And in the notes?")
    await untilStopped(scene.server.context.store, id, 2)
    expect(await conversation(scene.server.context.store, id)).toEqual([
      "What is in the README?",
      "First.",
      "And in the notes?",
      "Second.",
    ])
  })

  it("of a damaged session is named as such, and the others are served", async () => {
    const scene = await setScene()
    const [good, bad] = [await scene.open([{ text: "Good." }]), await scene.open([{ text: "Bad." }])]
    for (const id of [good, bad]) {
      await send(scene.client, id, "What is in the README?")
      await untilStopped(scene.server.context.store, id)
    }
    await scene.server.close()
    const database = connect(join(scene.home, "holdfast.db"))
    database.exec(`UPDATE events SET body = x'7b7d' WHERE seq = 3
      AND session = (SELECT rowid FROM sessions WHERE id = '${bad}')`)
    database.close()
    await scene.restart()
    const { items } = await scene.client.call("GET /api/sessions", { query: {} })
    expect(items.map(({ id }) => id).toSorted()).toEqual([good, bad].toSorted())
    const events = (id: string) =>
      scene.client.call("GET /api/sessions/:id/events", { params: { id }, query: { after: 0 } })
    await expect(events(bad)).rejects.toMatchObject({
      status: 500,
      code: "damaged",
      message: expect.stringContaining("3"),
    })
    await expect(send(scene.client, bad, "Go on.")).rejects.toMatchObject({ code: "damaged" })
    const marked = (await scene.client.call("GET /api/sessions", { query: {} })).items
    expect(marked.filter(({ damage }) => damage !== null).map(({ id }) => id)).toEqual([bad])
    const { verification } = await scene.client.call("GET /api/doctor", { query: { verify: "true" } })
    expect(verification?.problems).toContainEqual(expect.objectContaining({ session: bad, seq: 3 }))
    expect((await events(good)).events.length).toBeGreaterThan(3)
    await send(scene.client, good, "Go on.")
    await untilStopped(scene.server.context.store, good, 2)
  })

  it("of every other session stays when one is erased", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const ids = await Promise.all(["A.", "B.", "C."].map((text) => scene.open([{ text }])))
    for (const id of ids) {
      await send(scene.client, id, `What is in ${id}?`)
      await untilStopped(store, id)
    }
    const [gone = "", ...others] = ids
    const before = await Promise.all(others.map((id) => logOf(store, id)))
    await scene.client.call("DELETE /api/sessions/:id", { params: { id: gone }, query: { erase: "true" } })
    expect(await Promise.all(others.map((id) => logOf(store, id)))).toEqual(before)
    const { items } = await scene.client.call("GET /api/sessions", { query: {} })
    expect(items.map(({ id }) => id).toSorted()).toEqual(others.toSorted())
  })

  it("stands on an SQLite without the known fault of its write-ahead log", () => {
    const [major = 0, minor = 0, patch = 0] = (process.versions.sqlite ?? "").split(".").map(Number)
    expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003)
  })

  it("is acknowledged by nobody once its files were moved away", async () => {
    const { home, store, id } = await movedAway()
    const event = { type: "input.accepted" as const, data: { input: "lost", kind: "send" as const, text: "Lost?" } }
    const acknowledged = await store.append(id, [event], "intent").then(
      () => true,
      () => false,
    )
    await store.close()
    const again = openSqliteStore({ directory: home })
    const kept = (await eventsOf(again, id, "input.accepted")).length === 1
    await again.close()
    expect(kept).toBe(acknowledged)
  })
})

describe("settings", () => {
  it("keeps settings that were acknowledged, whenever the server is killed", { timeout: 120_000 }, async () => {
    const stage = setStage()
    let sent = 0
    let acknowledged = 0
    let token: string | undefined
    for (const rounds of [1, 2, 5]) {
      const { client, kill, token: now } = await stage.start()
      expect(now).toBe(token ?? now)
      token = now
      const { driven } = await client.call("GET /api/settings", {})
      if (sent > 0) expect(driven).toBeGreaterThanOrEqual(acknowledged)
      if (sent > 0) expect(driven).toBeLessThanOrEqual(sent)
      const next = () => {
        sent++
        const value = sent
        return client.call("PATCH /api/settings", { body: { driven: value } }).then(() => {
          acknowledged = Math.max(acknowledged, value)
        })
      }
      for (let round = 0; round < rounds; round++) await next()
      const underWay = [next(), next(), next()].map((each) => each.catch(() => undefined))
      await Promise.race(underWay)
      await kill()
      await Promise.all(underWay)
    }
  })
})

/** A store whose files were taken away, with a copy in their place. */
async function movedAway() {
  const { home } = setStage()
  const store = openSqliteStore({ directory: home })
  const id = await store.open({ workspace: "/", project: "/" })
  const copy = join(home, "copy.db")
  await store.backup(copy)
  for (const end of ["", "-wal", "-shm"]) {
    renameSync(join(home, `holdfast.db${end}`), join(home, `elsewhere.db${end}`))
  }
  copyFileSync(copy, join(home, "holdfast.db"))
  return { home, store, id }
}
