import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { claimAddress } from "../../src/server/address-file.ts"
import { thisProcess } from "../../src/store/owner.ts"

type ClaimOutcome = { has: boolean; message?: string }

function setDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, "server.json")
  const leave = (more: object) =>
    writeFileSync(file, JSON.stringify({ process: { ...thisProcess(), ...more }, url: "http://127.0.0.1:9/" }))
  return { directory, file, leave }
}

/** A process that wants to be the server of a data directory. */
async function claimant(directory: string) {
  const child = fork(join(import.meta.dirname, "claimant.ts"), [directory], { execArgv: ["--no-warnings"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const exited = once(child, "exit")
  await once(child, "message")
  return {
    async claim(): Promise<ClaimOutcome> {
      const claimed = once(child, "message")
      child.send("claim")
      return (await claimed)[0] as ClaimOutcome
    },
    async release() {
      child.send("release")
      await exited
    },
    async kill() {
      child.kill("SIGKILL")
      await exited
    },
  }
}

/** No process has this number. */
const dead = { pid: 2 ** 30, startedAt: "1" }

describe("the place of the server", () => {
  it("goes to one of those who want it at once, whatever a dead one has left", { timeout: 120_000 }, async () => {
    const { directory, file, leave } = setDirectory()
    for (let round = 0; round < 8; round++) {
      leave(dead)
      const claimants = await Promise.all([1, 2, 3].map(() => claimant(directory)))
      const claimed = await Promise.all(claimants.map(({ claim }) => claim()))
      expect(claimed.filter(({ has }) => has)).toHaveLength(1)
      for (const { has, message } of claimed) if (!has) expect(message).toContain("A server is already running")
      for (const [at, { kill, release }] of claimants.entries())
        await (claimed[at]?.has && round % 2 ? kill() : release())
      expect(existsSync(file)).toBe(round % 2 === 1)
    }
  })

  it.each([
    ["is empty", (file: string) => writeFileSync(file, "")],
    ["is gone", (file: string) => rmSync(file)],
  ])("is kept by one that lives, though the file that says so %s", async (_, harm) => {
    const { directory, file } = setDirectory()
    const first = await claimant(directory)
    expect(await first.claim()).toEqual({ has: true })
    harm(file)
    expect(() => claimAddress(directory)).toThrow("A server is already running")
    await first.kill()
    claimAddress(directory).release()
  })

  it("is named with its address, and free again when it is let go", () => {
    const { directory, file } = setDirectory()
    const claim = claimAddress(directory)
    claim.publish("http://127.0.0.1:7/")
    expect(() => claimAddress(directory)).toThrow(`at http://127.0.0.1:7/ (process ${process.pid})`)
    // The refusal has not loosened it.
    expect(() => claimAddress(directory)).toThrow("A server is already running")
    claim.release()
    expect(existsSync(file)).toBe(false)
    claimAddress(directory).release()
  })

  it("is free where what was left comes from another host that is gone", () => {
    const { directory, file, leave } = setDirectory()
    leave({ host: "elsewhere" })
    const claim = claimAddress(directory)
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ process: thisProcess(), url: null })
    claim.release()
  })
})
