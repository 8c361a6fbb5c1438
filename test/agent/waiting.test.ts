import { setImmediate } from "node:timers/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Limits } from "../../src/index.ts"
import { openModel } from "../../src/models/catalog/open-model.ts"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { driveInProcess } from "./driving.ts"
import { eventsOf, isType, run, scene, stops, until } from "./scene.ts"

/** A server that is busy once, and a session whose driver was killed while it waited for it. */
async function killedWhileWaiting() {
  const times: number[] = []
  let requests = 0
  let isKilled = false
  const server = await startLoopback((response, { path }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    requests++
    if (requests === 1) return sendJson(response, 429, { error: { message: "slow down" } }, { "retry-after": "4" })
    // On a busy machine the kill may come after the wait: it is not answered then, and asked for again.
    if (!isKilled) return
    times.push(Date.now())
    sendStream(response, events(text("Here."), finish("stop"), "[DONE]"))
  })
  onTestFinished(() => server.close())
  const played = await scene({ model: [] })
  await played.agent.send(played.session, "What is in the README?")

  const first = driveInProcess(played, server.url)
  await until(played, isType("model.failed"))
  first.child.kill("SIGKILL")
  await first.said
  isKilled = true
  const [failed] = await eventsOf(played, "model.failed")
  const retryAt = Date.parse(failed?.data.retryAt ?? "")
  return { played, server, times, retryAt }
}

it("a rate limit is waited for across processes: whoever drives next waits on", async () => {
  const { played, server, times, retryAt } = await killedWhileWaiting()
  expect(await driveInProcess(played, server.url).said).toBe("input")
  expect(times).toHaveLength(1)
  expect(times[0]).toBeGreaterThanOrEqual(retryAt)
  expect(await stops(played)).toEqual(["answered"])
})

it("a steer that came meanwhile does not cut a rate limit short, and is read after it", async () => {
  const { played, server, times, retryAt } = await killedWhileWaiting()
  await played.agent.send(played.session, { kind: "steer", text: "Only the tests." })
  expect(await driveInProcess(played, server.url).said).toBe("input")
  expect(times).toHaveLength(1)
  expect(times[0]).toBeGreaterThanOrEqual(retryAt)
  const messages = server.got.findLast(({ body }) => body.messages)?.body.messages as { content: string }[]
  expect(messages.at(-1)).toMatchObject({ role: "user", content: expect.stringContaining("Only the tests.") })
  expect(await stops(played)).toEqual(["answered"])
})

it("a drive that is told to end does not wait for the time to try again", async () => {
  const error = { status: 429, message: "Please try again in 500s" }
  const played = await scene({ model: [{ error }] })
  await played.agent.send(played.session, "What is in the README?")
  const stopping = new AbortController()
  const driving = played.agent.drive(played.session, { signal: stopping.signal })
  await until(played, isType("model.failed"))
  // Long enough for the drive to look at the failure and to begin to wait.
  for (let turns = 0; turns < 500; turns++) await setImmediate()
  stopping.abort()
  expect((await driving).rest).toBe("detached")
  expect(await stops(played)).toEqual([])
})

it("a person who resumes ends the wait for the next try, and the tries count anew", async () => {
  const error = { status: 429, message: "Please try again in 500s" }
  const played = await scene({ model: [{ error }, { text: "Here." }] })
  await played.agent.send(played.session, "What is in the README?")
  const driving = played.agent.drive(played.session)
  await until(played, isType("model.failed"))
  await played.agent.resume(played.session)
  expect((await driving).rest).toBe("input")
  expect(await stops(played)).toEqual(["answered"])
})

describe("a server that wants to be asked again", () => {
  const busy = async (retryAfter: string, limits: Partial<Limits> = {}) => {
    let asked = 0
    const server = await startLoopback((response, { path }) => {
      if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
      asked++
      if (asked === 1) sendJson(response, 429, { error: { message: "slow down" } }, { "retry-after": retryAfter })
      else sendStream(response, events(text("Here."), finish("stop"), "[DONE]"))
    })
    onTestFinished(() => server.close())
    const model = await openModel("openai-compatible/busy", { env: {}, baseUrls: { "openai-compatible": server.url } })
    const played = await scene({ model, limits })
    await run(played)
    return played
  }

  it.each(["601", "864000", "99999999999999"])(
    "after %s seconds is not waited for: the person is told when, and resumes",
    async (seconds) => {
      const played = await busy(seconds)
      const [stop] = await eventsOf(played, "turn.stopped")
      expect(stop?.data.code).toBe("provider-failed")
      expect(stop?.data.summary).toMatch(
        /The provider asks to wait until \d{4}-\d\d-\d\dT[\d:.]+Z\. Then run: holdfast resume$/,
      )
      await played.agent.resume(played.session)
      await played.agent.drive(played.session)
      expect(await stops(played)).toEqual(["provider-failed", "answered"])
    },
  )

  it("after the turn must have ended is not waited for", async () => {
    const played = await busy("599", { timeMs: 60_000 })
    const [stop] = await eventsOf(played, "turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "time-limit",
      summary: expect.stringContaining("the time limit is 60 seconds"),
    })
  })
})
