import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { emptyView, step } from "../../src/client/session-view.ts"
import { fold } from "../../src/session/fold.ts"
import { beginDriven, logOf } from "../support/store/conformance/scene.ts"
import * as say from "../support/store/conformance/script.ts"
import { bareStreams } from "./bare-stream.ts"

const large = "All work and no play. ".repeat(10_000)

describe("a listener that does not read", () => {
  it("costs a bounded piece of memory while much happens, and gets all of it later", async () => {
    const { store, answers, followers, listen, context } = await bareStreams()
    const { id, lease, drive } = await beginDriven(store)
    const listener = listen([id])
    await listener.until(({ name }) => name === "ready")
    listener.socket.pause()
    await drive(say.started("t1"))
    let most = 0
    for (let n = 0; n < 100; n++) {
      const seq = await drive(say.asked("t1"))
      for (let offset = 0; offset < 5000; offset += 1000) {
        store.checkpoint(lease, seq, { channel: "text", offset, text: large.slice(offset, offset + 1000) })
      }
      await drive(say.answered(seq, large, "t1"))
      most = Math.max(most, answers[0]?.writableLength ?? 0)
    }
    const head = await drive(say.stopped("t1"))
    expect(answers[0]?.writableNeedDrain).toBe(true)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(2 * large.length + 64 * 1024)
    expect(followers.count).toBe(2)
    listener.socket.resume()
    await listener.until((frame) => frame.name === "event" && frame.data.event.seq === head)
    const view = listener.frames.reduce((before, frame) => step(before, frame).view, emptyView(id))
    expect(view.state).toEqual(fold(id, await logOf(store, id)))
    const seqs = listener.frames.flatMap((frame) => (frame.name === "event" ? [frame.data.event.seq] : []))
    expect(seqs).toEqual(Array.from({ length: head }, (_, at) => at + 1))
    listener.socket.destroy()
    await followers.none()
    expect(context.streams.count).toBe(0)
  })

  it("is let go when it takes nothing for long", async () => {
    const { store, answers, followers, listen, context } = await bareStreams({ timing: { stallMs: 100 } })
    const { id, drive } = await beginDriven(store)
    const listener = listen([id])
    await listener.until(({ name }) => name === "ready")
    listener.socket.pause()
    const [answer] = answers
    const closed = answer && once(answer, "close")
    await drive(say.started("t1"))
    for (let n = 0; n < 100; n++) await drive(say.answered(await drive(say.asked("t1")), large, "t1"))
    await closed
    await followers.none()
    expect(context.streams.count).toBe(0)
    listener.socket.destroy()
  })
})

describe("listeners that come and go", () => {
  it("hear a beat when there is nothing to tell", async () => {
    const { listen } = await bareStreams({ timing: { beatMs: 20 } })
    const listener = listen([])
    await listener.until(({ name }) => name === "beat")
    expect(new Set(listener.frames.map(({ name }) => name))).toEqual(new Set(["list", "beat"]))
    listener.socket.destroy()
  })

  it("leave nobody behind who follows", async () => {
    const { store, answers, followers, listen, context, lines } = await bareStreams()
    const { id, drive } = await beginDriven(store)
    const others = await Promise.all([beginDriven(store), beginDriven(store)])
    for (let round = 0; round < 10; round++) {
      const listeners = Array.from({ length: 8 }, () => listen([id, ...others.map((other) => other.id)]))
      // Some leave before the answer began, some in the middle, some when all is told.
      await Promise.all(listeners.slice(2).map((each) => each.until(({ name }) => name === "ready")))
      await drive(say.started(`t${round}`), say.stopped(`t${round}`))
      await Promise.all(
        listeners
          .slice(5)
          .map((each) => each.until((frame) => frame.name === "event" && frame.data.event.type === "turn.stopped")),
      )
      for (const { socket } of listeners) socket.destroy()
    }
    await Promise.all(answers.map((answer) => answer.closed || once(answer, "close")))
    await followers.none()
    expect(context.streams.count).toBe(0)
    expect(lines).toEqual([])
  })
})
