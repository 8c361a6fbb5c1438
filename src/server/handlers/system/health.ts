import { isHoldfastError } from "../../../session/error.ts"
import type { AnswerOf } from "../../contract/endpoint.ts"
import type { systemEndpoints } from "../../contract/system.ts"
import type { ServerContext } from "../../server-context.ts"

type Health = AnswerOf<(typeof systemEndpoints)["GET /api/health"]>
type StoreHealth = NonNullable<Health["deep"]>["store"]

const storeMs = 2_000

/** The server's health. `shallow`, for callers without a token, reveals no details and does not touch the store. */
export async function healthOf(server: ServerContext, depth: { loopDelay(): number } | "shallow"): Promise<Health> {
  const { version, conductor } = server
  const resting = server.stopping() ? "stopping" : "ok"
  if (depth === "shallow") return { status: resting, version }
  const store = await storeHealth(server)
  const engines = conductor.engines().map(({ status, driving, lagMs }) => ({ status, driving, lagMs }))
  const isWell = store.status === "ok" && engines.every(({ status }) => status !== "slow") && conductor.suspects() === 0
  const { rss, heapUsed } = process.memoryUsage()
  return {
    status: isWell ? resting : "degraded",
    version,
    deep: {
      startedAt: server.startedAt,
      store,
      engines,
      driving: conductor.driving().length,
      waiting: conductor.waiting(),
      streams: server.streams.count,
      memory: { rss, heap: heapUsed },
      eventLoopMs: depth.loopDelay(),
    },
  }
}

async function storeHealth({ store }: ServerContext): Promise<StoreHealth> {
  const startedAt = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`The store did not answer within ${storeMs} ms.`)), storeMs)
  const passed = () => Math.round((performance.now() - startedAt) * 10) / 10
  try {
    await Promise.race([store.list({ limit: 1 }), late.promise])
    return { status: "ok", ms: passed() }
  } catch (error) {
    const message = isHoldfastError(error) || error instanceof Error ? error.message : "The check failed."
    return { status: "failed", ms: passed(), message }
  } finally {
    clearTimeout(timer)
  }
}
