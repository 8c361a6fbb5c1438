import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { isKnown } from "../../src/session/event.ts"
import { loopbackModel, type Message, type Says } from "./loopback-model.ts"
import { streamOf, type TurnScene, turnScene } from "./run-scene.ts"

const message = "Also update the changelog."

/** A turn whose command runs until the file `go` is there, and a second terminal that has said something into it. */
async function twoTerminals(at: TurnScene, answer: Says = { text: "Did both." }) {
  const go = at.outside("go")
  const command = `until [ -e ${go} ]; do sleep 0.05; done; echo finished`
  const model = await loopbackModel({ call: { name: "bash", arguments: { command } } }, answer)
  const first = at.start("run", "Fix it", "--json", "--permission-mode", "allow", ...model.options)
  const running = streamOf(first)
  await running.until(({ type }) => type === "tool.started")
  const second = at.start("run", "-c", message, "--json")
  const following = streamOf(second)
  await following.until(({ type }) => type === "input.accepted")
  return { go: () => writeFileSync(go, ""), model, first, running, second, following }
}

/** How often the message was consumed, and as what. */
function consumptions(at: TurnScene) {
  return at.use(async (store) => {
    const [row] = (await store.list()).items
    const events = (await Array.fromAsync(store.read(row?.id ?? ""))).filter((event) => isKnown(event))
    const [input] = events.flatMap((event) =>
      event.type === "input.accepted" && event.data.text === message ? [event.data.input] : [],
    )
    return events.flatMap((event) =>
      event.type === "input.consumed" && event.data.input === input ? [event.data.as] : [],
    )
  })
}

const timesSaid = (request: readonly Message[] = []) =>
  request.filter(({ role, content }) => role === "user" && JSON.stringify(content).includes(message)).length

describe("a message from a second terminal", { timeout: 120_000 }, () => {
  it("is delivered at the next step of the running turn, and both terminals end with its result", async () => {
    const at = turnScene()
    const { go, model, running, following } = await twoTerminals(at)
    go()
    const [one, two] = await Promise.all([running.ended, following.ended])
    expect([one.code, two.code]).toEqual([0, 0])
    expect(two.lines.at(-1)).toMatchObject({ turnId: one.lines.at(-1)?.turnId, text: "Did both." })
    expect(model.requests.map((request) => timesSaid(request))).toEqual([0, 1])
    expect(await consumptions(at)).toEqual(["steer"])
  })

  it("is consumed once where the driver is killed right after it was accepted: the second one takes over", async () => {
    const at = turnScene()
    const { go, model, first, following } = await twoTerminals(at)
    first.kill("SIGKILL")
    await once(first, "exit")
    go()
    const two = await following.ended
    expect({ code: two.code, text: two.lines.at(-1)?.text }).toEqual({ code: 0, text: "Did both." })
    expect(timesSaid(model.requests.at(-1))).toBe(1)
    expect(await consumptions(at)).toEqual(["steer"])
  })

  it("is consumed once by a resume where both terminals are killed", async () => {
    const at = turnScene()
    const { go, model, first, second } = await twoTerminals(at)
    for (const terminal of [second, first]) {
      terminal.kill("SIGKILL")
      await once(terminal, "exit")
    }
    go()
    expect(await at.run("resume")).toMatchObject({ code: 0, stdout: "Did both.\n" })
    expect(timesSaid(model.requests.at(-1))).toBe(1)
    expect(await consumptions(at)).toEqual(["steer"])
  })

  it("is the next task where the turn ends before it was consumed", async () => {
    const at = turnScene()
    const { model, first, running, following } = await twoTerminals(at)
    first.kill("SIGINT")
    expect((await running.ended).code).toBe(130)
    const two = await following.ended
    expect({ code: two.code, text: two.lines.at(-1)?.text }).toEqual({ code: 0, text: "Did both." })
    expect(model.requests).toHaveLength(2)
    expect(timesSaid(model.requests.at(-1))).toBe(1)
    expect(await consumptions(at)).toEqual(["task"])
  })

  it("that was delivered leaves the turn alone when its terminal is interrupted", async () => {
    const at = turnScene()
    const { go, first, running, second, following } = await twoTerminals(at, { streams: "Working on both" })
    go()
    await following.until(({ type, data }) => type === "input.consumed" && data?.as === "steer")
    second.kill("SIGINT")
    expect((await following.ended).code).toBe(130)
    const turn = await at.use(async (store) => {
      const [row] = (await store.list()).items
      return (await store.state(row?.id ?? "")).log.turn
    })
    expect(turn).toMatchObject({ cancel: null })
    first.kill("SIGINT")
    expect((await running.ended).code).toBe(130)
  })
})
