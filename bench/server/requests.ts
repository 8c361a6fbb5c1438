import type { Client } from "../../src/client/client.ts"
import { type Spread, spread } from "./spread.ts"

/** How long requests took, by what was asked. */
export type Asked = Record<"list" | "state" | "send", Spread & { count: number; failed: number }>

/** How often each is asked. */
const everyMs = { list: 100, state: 500, send: 500 } as const

/**
 * Asks again and again until it is told to end. The next one does not wait for the one before: a server that is slow for a
 * moment is met by as many as it would be met by otherwise.
 */
export function askOften(client: Client, sessions: readonly string[]): { end(): Promise<Asked> } {
  let asked = 0
  const one = () => sessions[asked++ % sessions.length] ?? ""
  const ways = {
    list: () => client.call("GET /api/sessions", { query: {} }),
    state: () => client.call("GET /api/sessions/:id", { params: { id: one() } }),
    send: () =>
      client.call("POST /api/sessions/:id/inputs", {
        params: { id: one() },
        body: { text: "And then?", kind: "queue" },
        key: crypto.randomUUID(),
      }),
  }
  const started = Object.entries(ways).map(([name, ask]) => {
    const times: number[] = []
    const open = new Set<Promise<void>>()
    let failed = 0
    const once = async () => {
      const start = performance.now()
      await ask().catch(() => failed++)
      times.push(performance.now() - start)
    }
    const timer = setInterval(
      () => {
        const asking = once()
        open.add(asking)
        void asking.finally(() => open.delete(asking))
      },
      everyMs[name as keyof typeof everyMs],
    )
    return async (): Promise<[string, Asked["list"]]> => {
      clearInterval(timer)
      await Promise.all(open)
      return [name, { ...spread(times), count: times.length, failed }]
    }
  })
  return { end: async () => Object.fromEntries(await Promise.all(started.map((end) => end()))) as Asked }
}
