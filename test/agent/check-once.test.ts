import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { EventData, ScriptStep, Store } from "../../src/index.ts"
import { eventsOf, type Scene, scene, stops } from "./scene.ts"

const write: ScriptStep = {
  toolCalls: [{ id: "w", name: "write", arguments: { path: "sum.js", content: "// sum\n" } }],
}
const said: ScriptStep = { text: "sum.js is written." }
const plan: ScriptStep = {
  text: [
    ...["# Implementation plan", "## File changes", "- sum.js", "## Execution order", "1. Write sum.js"],
    ...["# Verification plan", "## Acceptance criteria", "- sum.js is there"],
    ...["## Verification commands", "- `node trace.mjs`"],
  ].join("\n\n"),
}
const done: ScriptStep = {
  toolCalls: [{ id: "t", name: "todo", arguments: { items: [{ text: "Write sum.js", state: "completed" }] } }],
}

/** A session whose driver died right after the intent of the check that leaves a trace: nobody has started it. */
async function cutOff(namedBy: "project" | "model"): Promise<Scene> {
  const played = await scene({ model: namedBy === "project" ? [write, said] : [plan, write, done, said] })
  const { store, session, workspace } = played
  writeFileSync(
    join(workspace, "trace.mjs"),
    'import { appendFileSync } from "node:fs"\nappendFileSync("runs", "ran\\n")\n',
  )
  if (namedBy === "project") {
    writeFileSync(join(workspace, "package.json"), '{ "name": "sums", "scripts": { "test": "node trace.mjs" } }\n')
  } else {
    await store.append(session, [{ type: "session.configured", data: { mode: "plan" } }], "intent")
  }
  const dying: Store = {
    ...store,
    async append(id, events, by, options) {
      const appended = await store.append(id, events, by, options)
      if (events.some((event) => event.type === "tool.started" && isTraced(event.data))) {
        throw new Error("died")
      }
      return appended
    },
  }
  await played.agent.send(session, "Write sum.js")
  if (namedBy === "model") await approvePlan(played)
  await expect(played.agentWith({ store: dying }).drive(session)).rejects.toThrow("died")
  expect(runs(played)).toBe("")
  return played
}

/** Until the plan waits for approval, which it is given. */
async function approvePlan({ agent, store, session }: Scene): Promise<void> {
  expect((await agent.drive(session)).rest).toBe("answer")
  const [ask] = (await store.state(session)).log.asks.open
  await agent.answer(session, ask?.ask ?? "none", { answer: "approve" })
}

const isTraced = ({ check, job }: EventData<"tool.started">) => check && /trace|npm/.test(job?.command ?? "")

const runs = ({ workspace }: Scene) => {
  const file = join(workspace, "runs")
  return existsSync(file) ? readFileSync(file, "utf8") : ""
}

/** What came of the check that leaves a trace, each time that it was begun. */
async function statuses(of: Scene): Promise<string[]> {
  const started = (await eventsOf(of, "tool.started")).filter(({ data }) => isTraced(data))
  const finished = await eventsOf(of, "tool.finished")
  return started.map(
    ({ data: { call } }) => finished.find(({ data }) => data.call === call)?.data.check?.status ?? "open",
  )
}

const loseJobs = ({ directory }: Scene) => rmSync(join(directory, "jobs"), { recursive: true })

describe("a check whose driver died before it began", () => {
  it.each(["project", "model"] as const)("runs once when the session goes on: %s", async (namedBy) => {
    const played = await cutOff(namedBy)
    await played.agent.drive(played.session)
    expect([await statuses(played), runs(played)]).toEqual([["passed"], "ran\n"])
    expect(await stops(played)).toEqual(["completed-verified"])
  })

  it("whose outcome is lost runs again where the project names it", async () => {
    const played = await cutOff("project")
    loseJobs(played)
    await played.agent.drive(played.session)
    expect([await statuses(played), runs(played)]).toEqual([["unknown", "passed"], "ran\n"])
    expect(await stops(played)).toEqual(["completed-verified"])
  })

  it("whose outcome is lost stays unknown where only the model named it, and the work unproven", async () => {
    const played = await cutOff("model")
    loseJobs(played)
    await played.agent.drive(played.session)
    expect([await statuses(played), runs(played)]).toEqual([["unknown"], ""])
    expect(await stops(played)).toEqual(["completed-unverified"])
  })
})
