import { describe, expect, it } from "vitest"
import type { Event, ForeignEvent } from "../../../src/session/event.ts"
import { applyDelta, noPartials, type Partials } from "../../../src/session/partial.ts"
import { setScene } from "../scene.ts"
import { logOf, send, untilStopped, words } from "./log.ts"
import { type Frame, framesUntil, listen } from "./sse.ts"

const slowly = { chunkChars: 6, chunkDelayMs: 4 }
const steps = [
  {
    reasoning: `Thinking: ${words(60)}`,
    text: `Before the call: ${words(60)}`,
    toolCalls: [
      { id: "c", name: "bash", arguments: { command: "for n in 1 2 3 4 5; do echo line $n; sleep 0.05; done" } },
    ],
    ...slowly,
  },
  { text: `After the call: ${words(60)}`, ...slowly },
]

/** What a page holds: every event once, and what open intents have streamed. */
type Page = { events: Array<Event | ForeignEvent>; partials: Partials; cursor: string | undefined }

function applyFrame(page: Page, frame: Frame): Page {
  const cursor = frame.id ?? page.cursor
  if (frame.event === "event") {
    const { event } = frame.data
    // Told again it is the same; what comes next leaves no gap.
    const known = page.events[event.seq - 1]
    expect(known ?? event).toEqual(event)
    if (!known) expect(event.seq).toBe(page.events.length + 1)
    return { ...page, cursor, events: known ? page.events : [...page.events, event] }
  }
  if (frame.event !== "delta") return { ...page, cursor }
  const partials = applyDelta(page.partials, frame.data)
  // A piece behind a gap would be left out: text would be lost in silence.
  expect(partials).not.toBe(page.partials)
  return { ...page, cursor, partials }
}

const isEnd = (frame: Frame) => frame.event === "event" && frame.data.event.type === "turn.stopped"

describe("a view", () => {
  it("gives the same view wherever the stream is dropped", { timeout: 180_000 }, async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const { url: base, token } = scene.server
    const id = await scene.open(steps)
    const connect = (lastEventId?: string) =>
      listen({ base, token, query: { sessions: `${id}:0` }, ...(lastEventId === undefined ? {} : { lastEventId }) })

    // One tab stays, the other is dropped after every few frames, while the turn runs.
    const whole = await connect()
    const staying = framesUntil(whole, isEnd)
    const dropped = (async () => {
      let page: Page = { events: [], partials: noPartials, cursor: undefined }
      for (let drops = 0; ; drops++) {
        const stream = await connect(page.cursor)
        let frames = 0
        for await (const frame of stream) {
          page = applyFrame(page, frame)
          if (isEnd(frame) || ++frames > drops % 7) break
        }
        stream.close()
        if (page.events.some(({ type }) => type === "turn.stopped")) return page
      }
    })()
    await send(scene.client, id, "What is in the README?")
    const [frames, page] = await Promise.all([staying, dropped])
    whole.close()
    const log = await logOf(store, id)
    expect(page.events).toEqual(log)
    const atRest = frames.reduce(applyFrame, { events: [], partials: noPartials, cursor: undefined } as Page)
    expect(atRest.events).toEqual(log)
    for (const { partials } of [page, atRest]) {
      for (const [seq, { text = "" }] of partials) {
        const outcome = log.find((event) => (event.data as { asked?: number }).asked === seq)
        expect((outcome?.data as { text?: string } | undefined)?.text ?? text).toContain(text)
      }
    }

    // And dropped once, at each frame, long after: what is missing comes, and nothing else.
    const marked = frames.flatMap((frame, index) => (frame.id === undefined ? [] : [index]))
    for (const index of marked.filter((_, at) => at % 5 === 0 || at > marked.length - 4)) {
      const before = frames
        .slice(0, index + 1)
        .reduce(applyFrame, { events: [], partials: noPartials, cursor: undefined } as Page)
      const stream = await connect(before.cursor)
      const rest = await framesUntil(stream, (frame) => frame.event === "ready")
      stream.close()
      expect(rest.reduce(applyFrame, before).events).toEqual(log)
    }
  })

  it("adds nothing by being started again and again", { timeout: 120_000 }, async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "First." }])
    await send(scene.client, id, "What is in the README?")
    await untilStopped(scene.server.context.store, id)
    await scene.restart()
    const before = await logOf(scene.server.context.store, id)
    for (let start = 0; start < 3; start++) {
      await scene.restart()
      expect(await logOf(scene.server.context.store, id)).toEqual(before)
    }
  })
})
