import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, it } from "vitest"
import { bootId, isGroupAlive, processStat, sendSignal } from "./process.ts"

it("sees this process by its pid as it sees it by itself", () => {
  expect(processStat(process.pid)).toEqual({ startedAt: expect.stringMatching(/\S/), ended: false })
  expect(processStat("self")).toEqual(processStat(process.pid))
})

it("sees a child until it has ended, and no signal reaches it then", async () => {
  const child = spawn("sleep", ["1000"])
  await once(child, "spawn")
  const pid = child.pid ?? 0
  expect(processStat(pid)).toMatchObject({ ended: false })
  expect(sendSignal(pid, 0)).toBe(true)
  expect(sendSignal(pid, "SIGKILL")).toBe(true)
  await once(child, "exit")
  expect(processStat(pid)).toBeUndefined()
  expect(sendSignal(pid, 0)).toBe(false)
})

it("sees a group as long as one of its processes runs, its leader or not", async () => {
  const leader = spawn("sh", ["-c", "sleep 1000 & echo $!"], { detached: true, stdio: ["ignore", "pipe", "ignore"] })
  const [printed] = await once(leader.stdout, "data")
  await once(leader, "exit")
  const group = leader.pid ?? 0
  expect(isGroupAlive(group)).toBe(true)
  sendSignal(Number(String(printed)), "SIGKILL")
  await expect.poll(() => isGroupAlive(group)).toBe(false)
})

it("names the same run of the machine each time", () => {
  expect(bootId()).not.toBe("")
  expect(bootId()).toBe(bootId())
})
