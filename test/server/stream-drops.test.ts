import { describe, expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { type LiveSessions, liveSessions } from "../../src/client/live-sessions.ts"
import type { SessionView } from "../../src/client/session-view.ts"
import { openStream, type StreamStatus } from "../../src/client/stream.ts"
import { isKnown } from "../../src/session/event.ts"
import { fold } from "../../src/session/fold.ts"
import { begin, beginDriven, logOf } from "../support/store/conformance/scene.ts"
import * as say from "../support/store/conformance/script.ts"
import { cuttingProxy } from "./cutting-proxy.ts"
import { type Scene, setScene } from "./scene.ts"

const words = (of: string, count: number) => Array.from({ length: count }, (_, n) => `${of}${n}`).join(" ")

/** Numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed
  return (least: number, most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return least + (state % (most - least))
  }
}

/** Views of sessions through a proxy, and a way to wait for them. */
function watch(
  scene: Scene,
  base: string,
  sessions: readonly string[],
  onView: (view: SessionView) => void = () => undefined,
) {
  let wake: () => void = () => undefined
  const live: LiveSessions = liveSessions({
    client: apiClient({ base, token: scene.server.token }),
    base,
    token: scene.server.token,
    sessions,
    onView(view) {
      onView(view)
      wake()
    },
  })
  return {
    live,
    async until(id: string, fits: (view: SessionView) => boolean): Promise<SessionView> {
      for (;;) {
        const view = live.view(id)
        if (view && fits(view)) return view
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

async function untilStopped(scene: Scene, id: string, turns: number): Promise<number> {
  let stops = 0
  for await (const item of scene.server.context.store.follow(id, { after: 0 })) {
    if ("channel" in item || !isKnown(item) || item.type !== "turn.stopped") continue
    if (++stops === turns) return item.seq
  }
  return expect.fail("it ended")
}

describe("a client behind a connection that is cut at random bytes", () => {
  it("ends with the fold of the log, and shows no text twice, while models stream", async () => {
    const scene = await setScene()
    const texts = new Map<string, string>()
    for (const name of ["ada", "bob", "cyd"]) {
      const text = words(name, 600)
      texts.set(await scene.open([{ text, chunkChars: 12, chunkDelayMs: 10 }]), text)
    }
    const random = numbers(7)
    const proxy = await cuttingProxy({ target: () => scene.server.url, cutAfter: () => random(1, 12_000) })
    const torn: string[] = []
    const longest = new Map<string, number>()
    const { live, until } = watch(scene, proxy.url, [...texts.keys()], ({ state, partials }) => {
      const { model } = state.log.intents
      const text = model ? partials.get(model.seq)?.text : undefined
      if (text === undefined) return
      longest.set(state.id, Math.max(text.length, longest.get(state.id) ?? 0))
      if (!texts.get(state.id)?.startsWith(text)) torn.push(text)
    })
    for (const id of texts.keys()) await until(id, () => true)
    await Promise.all(
      [...texts.keys()].map((id) =>
        scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Count." } }),
      ),
    )
    for (const id of texts.keys()) {
      const head = await untilStopped(scene, id, 1)
      const view = await until(id, ({ state }) => state.seq >= head)
      expect(view.state).toEqual(fold(id, (await logOf(scene.server.context.store, id)).slice(0, view.state.seq)))
      expect(view.partials.size).toBe(0)
    }
    expect(torn).toEqual([])
    expect(Math.max(...longest.values())).toBeGreaterThan(1000)
    expect(proxy.cuts).toBeGreaterThan(3)
    live.close()
  })

  it("goes on over a restart of the server in the middle of an answer", async () => {
    const scene = await setScene()
    const proxy = await cuttingProxy({ target: () => scene.server.url })
    const { id, lease, drive } = await beginDriven(scene.server.context.store)
    const seq = await drive(say.input("hello"), say.started("t1"), say.consumed("hello"), say.asked("t1"))
    const { live, until } = watch(scene, proxy.url, [id])
    await until(id, ({ state }) => state.seq === seq)
    scene.server.context.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello" })
    await until(id, ({ partials }) => partials.get(seq)?.text === "Hello")
    await scene.restart()
    const { store } = scene.server.context
    await store.append(id, [say.described({ title: "Renamed" })], "intent")
    const view = await until(id, ({ state }) => state.log.title === "Renamed")
    expect(view.state).toEqual(fold(id, (await logOf(store, id)).slice(0, view.state.seq)))
    live.close()
  })
})

describe("a client", () => {
  it("polls where a proxy holds everything back", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await begin(store)
    const proxy = await cuttingProxy({ target: () => scene.server.url, hold: true })
    const statuses: StreamStatus[] = []
    const delivered: number[] = []
    const received = Promise.withResolvers<void>()
    const stream = openStream({
      base: proxy.url,
      token: scene.server.token,
      sessions: [{ id, after: 0 }],
      onStatus: (status) => statuses.push(status),
      onFrame(frame) {
        if (frame.name !== "event") return
        delivered.push(frame.data.event.seq)
        if (frame.data.event.seq === 1) void store.append(id, [say.described({ title: "New" })], "intent")
        if (frame.data.event.seq === 2) received.resolve()
      },
      timing: { firstByteMs: 300 },
    })
    await received.promise
    expect(delivered).toEqual([1, 2])
    expect(statuses).toEqual([{ state: "connecting" }, { state: "live", by: "poll" }])
    stream.close()
  })

  it("takes sessions in and lets them go without a loss for the others, and lets go of one that is not there", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const ids = [await begin(store), await begin(store)]
    const [a = "", b = ""] = ids
    const delivered: string[] = []
    const waiting = new Map<string, () => void>()
    const stream = openStream({
      base: scene.server.url,
      token: scene.server.token,
      sessions: [{ id: a, after: 0 }],
      list: true,
      onFrame(frame) {
        const { name, data } = frame
        const line =
          name === "event"
            ? `${data.session === a ? "a" : "b"} ${data.event.seq}`
            : name === "resync"
              ? `gone ${data.session}`
              : name
        if (name === "event" || name === "resync") delivered.push(line)
        waiting.get(line)?.()
      },
    })
    const until = (line: string) => new Promise<void>((resolve) => waiting.set(line, resolve))
    await until("a 1")
    const [taken, third] = [until("b 1"), until("a 3")]
    stream.add(b, 0)
    await store.append(a, [say.input("one"), say.input("two")], "intent")
    await Promise.all([taken, third])
    const refused = until("gone nobody")
    stream.add("nobody")
    await refused
    stream.remove(b)
    const fourth = until("a 4")
    await store.append(b, [say.input("unheard")], "intent")
    await store.append(a, [say.input("three")], "intent")
    await fourth
    expect(delivered.filter((line) => line.startsWith("a"))).toEqual(["a 1", "a 2", "a 3", "a 4"])
    expect(delivered.filter((line) => line.startsWith("b"))).toEqual(["b 1"])
    stream.close()
  })

  it("notices a connection that has gone silent, and never gives up on a server that is away", async () => {
    const scene = await setScene()
    const states: string[] = []
    let wake: () => void = () => undefined
    let isAway = false
    const silent = () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(": hello\n\n")) }),
      )
    const stream = openStream({
      base: scene.server.url,
      token: scene.server.token,
      list: true,
      onFrame: () => undefined,
      onStatus({ state }) {
        states.push(state)
        wake()
      },
      fetch: async (url, init) => {
        if (states.length < 2) return silent()
        if (isAway) throw new TypeError("fetch failed")
        return fetch(url, init)
      },
      timing: { silenceMs: 200 },
    })
    const until = async (fits: () => boolean) => {
      while (!fits()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    await until(() => states.filter((state) => state === "live").length === 1)
    isAway = true
    await until(() => states.includes("offline"))
    isAway = false
    stream.nudge()
    await until(() => states.at(-1) === "live")
    stream.close()
    expect(states.at(-1)).toBe("closed")
  })
})
