import { isHoldfastError } from "../../../session/error.ts"
import type { AnswerOf } from "../../contract/endpoint.ts"
import type { houseEndpoints } from "../../contract/house.ts"
import type { House } from "../../house.ts"

type Health = AnswerOf<(typeof houseEndpoints)["GET /api/health"]>
type StoreHealth = NonNullable<Health["deep"]>["store"]

/** How long the store may take to answer. */
const storeMs = 2_000

/** Whether the server works. Without a token nothing is told that others could use, and nothing is asked of the store. */
export async function healthOf(house: House, depth: { loopDelay(): number } | "shallow"): Promise<Health> {
  const { version, conductor } = house
  const resting = house.stopping() ? "stopping" : "ok"
  if (depth === "shallow") return { status: resting, version }
  const store = await storeHealth(house)
  const engines = conductor.engines().map(({ status, driving, lagMs }) => ({ status, driving, lagMs }))
  const isWell = store.status === "ok" && engines.every(({ status }) => status !== "slow") && conductor.suspects() === 0
  const { rss, heapUsed } = process.memoryUsage()
  return {
    status: isWell ? resting : "degraded",
    version,
    deep: {
      startedAt: house.startedAt,
      store,
      engines,
      driving: conductor.driving().length,
      waiting: conductor.waiting(),
      streams: house.streams.count,
      memory: { rss, heap: heapUsed },
      eventLoopMs: depth.loopDelay(),
    },
  }
}

async function storeHealth({ store }: House): Promise<StoreHealth> {
  const begun = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`The store did not answer within ${storeMs} ms.`)), storeMs)
  const passed = () => Math.round((performance.now() - begun) * 10) / 10
  try {
    await Promise.race([store.list({ limit: 1 }), late.promise])
    return { status: "ok", ms: passed() }
  } catch (error) {
    const message = isHoldfastError(error) || error instanceof Error ? error.message : "It failed."
    return { status: "failed", ms: passed(), message }
  } finally {
    clearTimeout(timer)
  }
}
