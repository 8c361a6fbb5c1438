import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { sessionPlaces } from "../../src/agent/configuration/places.ts"
import { sendSignal } from "../../src/host/process.ts"
import { isKnown } from "../../src/session/event.ts"
import { readClaim, readGroup } from "../../src/tools/job/job-files.ts"
import { placeJob } from "../../src/tools/job/place.ts"
import { viewJob } from "../../src/tools/job/view-job.ts"
import { loopbackModel, saidIn } from "./loopback-model.ts"
import { streamOf, type TurnScene, turnScene } from "./run-scene.ts"

/** Runs a task until a line of its stream fits, and kills the process without warning. */
async function killedAt(at: TurnScene, options: readonly string[], fits: (line: { type: string }) => boolean) {
  const child = at.start("run", "Fix it", "--json", "--permission-mode", "allow", ...options)
  await streamOf(child).until(fits)
  child.kill("SIGKILL")
  await once(child, "exit")
}

/** The last message of a request: the outcome of the call before it. */
const lastOf = (request: readonly { role: string; content: unknown }[] | undefined) => request?.at(-1)

describe("after a kill the next request", { timeout: 120_000 }, () => {
  it("is the same again where an answer was interrupted", async () => {
    const at = turnScene()
    const model = await loopbackModel({ streams: "The half of an answer" }, { text: "The whole answer." })
    await killedAt(at, model.options, ({ type }) => type === "delta")
    expect(await at.run("resume")).toMatchObject({ code: 0, stdout: "The whole answer.\n" })
    expect(model.requests).toHaveLength(2)
    expect(model.requests[1]).toEqual(model.requests[0])
  })

  it("has the real result where a command finished meanwhile", async () => {
    const at = turnScene()
    const [go, ticks] = [at.outside("go"), at.outside("ticks")]
    const command = `echo tick >> ${ticks}; until [ -e ${go} ]; do sleep 0.05; done; echo the real result; exit 3`
    const model = await loopbackModel({ call: { name: "bash", arguments: { command } } }, { text: "It exited with 3." })
    await killedAt(at, model.options, ({ type }) => type === "tool.started")
    writeFileSync(go, "")
    expect(await at.run("resume")).toMatchObject({ stdout: "It exited with 3.\n" })
    expect(lastOf(model.requests[1])).toMatchObject({ role: "tool", tool_call_id: "call-1" })
    const lastRequest = saidIn(model.requests[1]?.slice(-1))
    expect(lastRequest).toContain("the real result")
    expect(lastRequest).toMatch(/exit code 3|exited with 3/i)
    expect(lastRequest).not.toMatch(/unknown/i)
    expect(readFileSync(ticks, "utf8")).toBe("tick\n")
  })

  it("says that the outcome is unknown where the command is gone without one", async () => {
    const at = turnScene()
    const ticks = at.outside("ticks")
    const command = `echo tick >> ${ticks}; echo so far; sleep 600`
    const model = await loopbackModel({ call: { name: "bash", arguments: { command } } }, { text: "I will look." })
    await killedAt(at, model.options, (line) => line.type === "delta" && "channel" in line && line.channel === "output")
    await killRunner(at)
    expect(await at.run("resume")).toMatchObject({ stdout: "I will look.\n" })
    const lastRequest = saidIn(model.requests[1]?.slice(-1))
    expect(lastRequest).toMatch(/unknown/i)
    expect(lastRequest).toContain("so far")
    expect(readFileSync(ticks, "utf8")).toBe("tick\n")
  })
})

/** Ends the command and its runner as well, as a machine that goes down does. */
async function killRunner(at: TurnScene): Promise<void> {
  const job = await at.use(async (store) => {
    const [row] = (await store.list()).items
    const session = row?.id ?? ""
    const { jobs } = sessionPlaces({ directory: at.home, session })
    const events = (await Array.fromAsync(store.read(session))).filter((event) => isKnown(event))
    const [started] = events.flatMap((event) =>
      event.type === "tool.started" && event.data.job ? [placeJob(event.data.job, jobs)] : [],
    )
    return started
  })
  const claim = job ? readClaim(job.place) : null
  const group = job ? readGroup(job.place) : null
  if (!job || !group || claim === null || typeof claim === "string") throw new Error("the command does not run")
  sendSignal(claim.pid, "SIGKILL")
  sendSignal(-group.pid, "SIGKILL")
  while (viewJob(job).state === "running") await delay(5)
}
