import { expect, it, onTestFailed } from "vitest"
import type { SessionView } from "../../src/client/session-view.ts"
import { isKnown } from "../../src/session/event.ts"
import { randomFrom } from "../crash/random.ts"
import { seedsOf, share } from "../matrix.ts"
import { logOf } from "../support/store/conformance/scene.ts"
import { checkActs, checkAnswers, checkInputs, eventsOf } from "./chaos/check-log.ts"
import { checkShown } from "./chaos/check-shown.ts"
import { checkView } from "./chaos/check-view.ts"
import { type Device, openDevice } from "./chaos/device.ts"
import { kill } from "./chaos/kills.ts"
import { mortalServer } from "./chaos/mortal-server.ts"
import { devices, type Line, type Plot } from "./chaos/plot.ts"
import { progressOfAll } from "./chaos/progress.ts"
import { lookInto, openSessions, workspaceOf } from "./chaos/sessions.ts"
import { prepareFixture } from "./server-fixture.ts"

const seeds = seedsOf("chaos", 1, { core: 1, all: 10 })

const sessionCount = 20
const deaths = share.kind === "core" ? 5 : 10

const title =
  "keeps every client right through cut connections and kills of the server (alone: HOLDFAST_CELL='chaos: %i')"

it.each(seeds)(title, { timeout: 300_000 }, async (seed) => {
  const random = randomFrom(seed)
  const fixture = prepareFixture()
  const server = await mortalServer(fixture)
  const plots = await openSessions({ fixture, server, count: sessionCount, random })
  const ids = [...plots.keys()]
  const progress = progressOfAll()
  const all = await Promise.all(
    devices.map((device) =>
      openDevice({
        name: `device ${device}`,
        server,
        sessions: ids,
        random: randomFrom(seed * 100 + device),
        onFrame: progress.take,
      }),
    ),
  )
  onTestFailed(() => {
    const counts = { seed, deaths: server.away.length, answers: progress.answers(), frames: progress.frames() }
    const stands = [...plots].map(
      ([id, { name }]) => `${name}: ${all.map((one) => standing(one.view(id))).join(" | ")}`,
    )
    console.error([JSON.stringify(counts), ...stands, ...fixture.lines.slice(-30)].join("\n"))
  })

  await Promise.all([
    ...[...plots].flatMap(([id, plot]) => plot.lines.map((lines) => sayAll(all, id, lines))),
    kill({
      server,
      times: deaths,
      answers: [...plots.values()].flatMap(({ lines }) => lines.flat()).length,
      progress,
      sessions: ids,
      random,
      onUp() {
        for (const device of all) device.nudge()
      },
      look: (work) => lookInto(fixture, work),
    }),
  ])
  for (const device of all) {
    for (const id of ids) await device.until(id, isAtRest)
    await device.settled()
  }

  const logs = await lookInto(fixture, async (store) => {
    for (const id of ids) expect((await store.row(id)).status).toBe("idle")
    return new Map(await Promise.all(ids.map(async (id) => [id, await logOf(store, id)] as const)))
  })
  for (const [id, log] of logs) for (const device of all) await checkView(device, id, log)
  const known = new Map([...logs].map(([id, log]) => [id, log.filter(isKnown)]))
  for (const [id, log] of known) {
    const plot = plots.get(id) as Plot
    checkInputs(log, plot)
    checkAnswers(log, plot)
    checkActs(log, plot, workspaceOf(fixture, plot))
    for (const { data } of eventsOf(log, "ask.answered")) {
      expect(all.filter(({ won }) => won.has(data.ask))).toHaveLength(1)
    }
  }
  const losses = all.flatMap(({ shown }) => checkShown(shown, known, plots, server.away))

  // It was as rough as it is meant to be.
  const counts = all.map((device) => device.counts())
  expect(server.away).toHaveLength(deaths)
  expect(losses.length).toBeGreaterThan(0)
  for (const { cuts } of counts) expect(cuts).toBeGreaterThan(5)
  expect(counts.reduce((sum, { retries }) => sum + retries, 0)).toBeGreaterThan(0)

  for (const device of all) device.close()
  expect(await server.end()).toBe(0)
  await lookInto(fixture, async (store) => {
    expect(await store.verify()).toMatchObject({ sessions: sessionCount, problems: [] })
  })
})

/** Says the lines of a device: each when the one before was taken up. */
async function sayAll(all: readonly Device[], id: string, lines: readonly Line[]): Promise<void> {
  for (const line of lines) {
    const device = all[line.device] as Device
    const accepted = await device.say(id, line)
    await device.until(id, ({ state: { seq, log } }) => {
      return seq >= accepted && !log.inputs.waiting.some(({ input }) => input === line.key)
    })
  }
}

const isAtRest = ({ state: { log } }: SessionView) => log.turn === null && log.inputs.waiting.length === 0

function standing(view: SessionView | undefined): string {
  if (!view) return "no view"
  const { seq, log } = view.state
  const { turn, inputs, asks } = log
  return JSON.stringify({
    seq,
    turn: turn?.id ?? "rest",
    recoveries: turn?.progress.recoveries ?? 0,
    waiting: inputs.waiting.length,
    held: inputs.held,
    asks: asks.open.length,
    stale: view.stale !== null,
  })
}
