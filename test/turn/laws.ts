import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Event } from "../../src/session/event.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import type { Fixture } from "./fixture.ts"
import { filesOf, readLog } from "./outcome.ts"

/** What must hold after every run, however often it was killed. */
export async function checkLaws(fixture: Fixture, { kills }: { kills: number }): Promise<void> {
  const store = openSqliteStore({ directory: fixture.home, readOnly: true })
  try {
    assert.deepEqual((await store.verify()).problems, [], "the store is sound")
    const { items } = await store.list({ limit: 100 })
    for (const { id, status } of items) {
      assert.equal(status, "idle", `session ${id} is at rest`)
      const log = await readLog(store, id)
      checkLog(log, kills)
      checkRuns(log, fixture)
      assert.deepEqual((await store.state(id)).log.intents, { model: null, restore: null, tools: [] })
      assert.deepEqual([...(await store.partials(id)).keys()], [], "what was streamed has become an answer")
    }
  } finally {
    await store.close()
  }
  checkLeftovers(fixture)
}

function checkLog(log: readonly Event[], kills: number): void {
  const started = log.filter(({ type }) => type === "turn.started").map(({ turn }) => turn)
  const stopped = log.filter(({ type }) => type === "turn.stopped").map(({ turn }) => turn)
  assert.deepEqual(stopped, started, "each turn has one stop record")
  const calls = log.flatMap((event) => (event.type === "tool.called" ? [event.data.call] : []))
  const outcomes = log.flatMap((event) => (event.type === "tool.finished" ? [event.data.call] : []))
  const intents = log.flatMap((event) => (event.type === "tool.started" ? [event.data.call] : []))
  assert.deepEqual([...outcomes].sort(), [...calls].sort(), "each call has one outcome")
  assert.equal(new Set(intents).size, intents.length, "no call was begun twice")
  const crashed = log.filter((event) => event.type === "model.interrupted" && event.data.reason === "crashed")
  assert.ok(crashed.length <= kills, `${crashed.length} answers were interrupted by ${kills} kills`)
  checkChecks(log)
  checkWaits(log)
}

/** A check is called again only where a crash took its outcome away, and once by each owner. */
function checkChecks(log: readonly Event[]): void {
  const settled = new Set<string>()
  const open = new Set<string>()
  const calledHere = new Set<string>()
  for (const event of log) {
    if (event.type === "session.owned") calledHere.clear()
    if (event.type !== "tool.called" && event.type !== "tool.finished") continue
    const { check } = event.data
    if (!check) continue
    const name = `${check.attempt}/${check.check}`
    if (event.type === "tool.called") {
      assert.ok(!settled.has(name) && !open.has(name) && !calledHere.has(name), `check ${name} was called twice`)
      open.add(name)
      calledHere.add(name)
    } else {
      assert.ok(open.delete(name), `check ${name} has two outcomes`)
      if (event.data.check?.status !== "unknown") settled.add(name)
    }
  }
}

/** The tests of a scenario leave a trace of every run: no check runs more often than it was begun. */
function checkRuns(log: readonly Event[], { root }: Fixture): void {
  const trace = join(root, "runs.txt")
  const runs = existsSync(trace) ? readFileSync(trace, "utf8").split("\n").length - 1 : 0
  const startedCount = log.filter((event) => event.type === "tool.started" && event.data.check).length
  assert.ok(runs <= startedCount, `${startedCount} checks were begun, and the tests ran ${runs} times`)
}

/** A wait that the log promises is kept by whoever drives. */
function checkWaits(log: readonly Event[]): void {
  for (const [index, event] of log.entries()) {
    if (event.type !== "model.failed" || !event.data.retryAt) continue
    const next = log.slice(index).find(({ type }) => type === "model.asked")
    assert.ok(next === undefined || next.at >= event.data.retryAt, `seq ${next?.seq} was asked before its time`)
  }
}

function checkLeftovers({ home, workspace }: Fixture): void {
  const staged = [workspace, join(home, "notes")].flatMap((place) =>
    Object.keys(filesOf(place)).filter((path) => path.includes(".holdfast-")),
  )
  assert.deepEqual(staged, [], "no staged file is left")
  const jobs = join(home, "jobs")
  const left = readdirSync(jobs).flatMap((session) =>
    readdirSync(join(jobs, session)).map((job) => join(jobs, session, job)),
  )
  assert.deepEqual(
    left.filter((job) => !isBackground(job)),
    [],
    "no files of a foreground job are left",
  )
}

function isBackground(job: string): boolean {
  const file = join(job, "job.json")
  return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).background === true
}
