import { expect, it, onTestFinished } from "vitest"
import { emptyState } from "../session/empty-state.ts"
import { ApiProblem, type Client } from "./client.ts"
import { liveSessions } from "./live-sessions.ts"
import type { SessionView } from "./session-view.ts"

type Said = { code: "not-found" | "erased" } | "there"

/** A server that has a session or not, and streams that it can end. */
function server(first: Said) {
  let said = first
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  let asked = 0
  const state = { ...emptyState("s"), seq: 1 }
  const call = async () => {
    asked += 1
    if (said !== "there") throw new ApiProblem(404, { code: said.code, message: "no" })
    return { state, partials: [] }
  }
  return {
    client: { call, fetch: call } as unknown as Client,
    asked: () => asked,
    becomes(next: Said) {
      said = next
      for (const stream of open.splice(0)) stream.close()
    },
    fetch: async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(stream) {
            open.push(stream)
            stream.enqueue(new TextEncoder().encode("event: beat\ndata: {}\n\n"))
          },
        }),
      ),
  }
}

function watched(of: ReturnType<typeof server>) {
  const seen: SessionView["gone"][] = []
  let lives = 0
  const live = liveSessions({
    client: of.client,
    fetch: of.fetch,
    sessions: ["s"],
    onView: ({ gone }) => seen.push(gone),
    onStatus: ({ state }) => {
      if (state === "live") lives += 1
    },
  })
  onTestFinished(() => live.close())
  return { seen, lives: () => lives }
}

it("looks again for a session that was not found whenever there is a new connection", async () => {
  const there = server({ code: "not-found" })
  const { seen } = watched(there)
  await expect.poll(() => seen).toEqual(["erased"])
  there.becomes("there")
  await expect.poll(() => seen.at(-1)).toBe(null)
})

it("does not look again for one that was erased", async () => {
  const there = server({ code: "erased" })
  const { seen, lives } = watched(there)
  await expect.poll(() => [seen, lives()]).toEqual([["erased"], 1])
  there.becomes("there")
  await expect.poll(() => lives()).toBe(2)
  expect([seen, there.asked()]).toEqual([["erased"], 1])
})
