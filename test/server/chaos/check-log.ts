import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { drainingStops } from "../../../src/session/event/turn.ts"
import type { Event, EventType } from "../../../src/session/event.ts"
import { contentOf, fileOf, type Plot, tickOutput } from "./plot.ts"

type Of<T extends EventType> = Extract<Event, { type: T }>

export function eventsOf<T extends EventType>(log: readonly Event[], type: T): Array<Of<T>> {
  return log.filter((event): event is Of<T> => event.type === type)
}

/** Every input was taken up once and answered once, and every turn has its one stop record. */
export function checkInputs(log: readonly Event[], plot: Plot): void {
  const said = plot.lines.flat().map(({ key }) => key)
  const accepted = eventsOf(log, "input.accepted").map(({ data }) => data.input)
  const consumed = eventsOf(log, "input.consumed")
  expect(accepted.toSorted(), `${plot.name}: accepted`).toEqual(said.toSorted())
  expect(consumed.map(({ data }) => data.input).toSorted(), `${plot.name}: consumed`).toEqual(said.toSorted())
  const started = eventsOf(log, "turn.started")
  const stopped = eventsOf(log, "turn.stopped")
  expect(stopped.map(({ turn }) => turn)).toEqual(started.map(({ turn }) => turn))
  expect(new Set(stopped.map(({ turn }) => turn)).size).toBe(stopped.length)
  expect(stopped.filter(({ data }) => !drainingStops.has(data.code)).map(({ data }) => data)).toEqual([])
  expect(consumed.filter(({ data }) => data.as === "task").map(({ data }) => data.input)).toEqual(
    started.map(({ data }) => data.input),
  )
  for (const { turn, seq, data } of consumed) {
    const answers = eventsOf(log, "model.answered").filter(
      (answer) => answer.turn === turn && answer.seq > seq && !answer.data.calls,
    )
    expect(answers.length, `${data.input} was answered`).toBeGreaterThan(0)
    // A steer that comes after the last word is answered in the same turn: one answer for the task, one for each steer.
    const steers = consumed.filter((one) => one.turn === turn && one.data.as === "steer" && one.seq > seq)
    if (data.as === "task") expect(answers.length, data.input).toBeLessThanOrEqual(1 + steers.length)
  }
}

/** What the model said is in the log once, whole and in order, and nothing else is. */
export function checkAnswers(log: readonly Event[], { name, steps }: Plot): void {
  const answers = eventsOf(log, "model.answered").map(({ data: { text, reasoning } }) => ({ text, reasoning }))
  expect(answers, name).toEqual(steps.slice(0, answers.length).map(({ text, reasoning }) => ({ text, reasoning })))
  expect(eventsOf(log, "model.failed"), name).toEqual([])
}

/** Every command ran once, every file was written, and every ask has one answer. */
export function checkActs(log: readonly Event[], { name, steps, ticks }: Plot, workspace: string): void {
  const finished = new Map(eventsOf(log, "tool.finished").map(({ data }) => [data.call, data]))
  let ran = ""
  for (const [step, { toolCalls: [call] = [] }] of steps.slice(0, eventsOf(log, "model.answered").length).entries()) {
    if (!call) continue
    expect(finished.get(`call-turn-${step}-0`), `${name}: step ${step}`).toMatchObject({ status: "ok" })
    if (call.name === "bash") ran += tickOutput(step)
    else expect(readFileSync(join(workspace, fileOf(step)), "utf8")).toBe(contentOf(name, step))
  }
  expect(existsSync(ticks) ? readFileSync(ticks, "utf8") : "", `${name}: ticks`).toBe(ran)
  for (const type of ["tool.called", "tool.started", "tool.finished"] as const) {
    const calls = eventsOf(log, type).map(({ data }) => data.call)
    expect(calls, `${name}: ${type}`).toEqual([...new Set(calls)])
  }
  const asks = eventsOf(log, "ask.opened").map(({ data }) => data.ask)
  expect(
    eventsOf(log, "ask.answered").map(({ data }) => data.ask),
    name,
  ).toEqual(asks)
}
