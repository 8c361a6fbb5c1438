import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { canMount } from "../../../../test/support/store/mount.ts"
import { freeBytes, spaceGuard } from "./space.ts"

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-space-"))
})

afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

describe("freeBytes", () => {
  it.runIf(process.platform === "linux")("agrees with df", () => {
    const [, available] = spawnSync("df", ["--output=avail", "-B1", directory]).stdout.toString().trim().split("\n")
    expect(Math.abs(freeBytes(directory) - Number(available))).toBeLessThan(1024 ** 3)
  })

  it.runIf(process.platform === "linux")("takes a file system that does not say for one with enough space", () => {
    expect(freeBytes("/proc")).toBe(Number.POSITIVE_INFINITY)
  })

  it("says that the directory is missing", () => {
    expect(() => freeBytes(join(directory, "missing"))).toThrow(expect.objectContaining({ code: "storage-missing" }))
  })
})

describe("the low watermark", () => {
  it("is reached when less is free", () => {
    const free = 64 * 1024 ** 2
    expect(spaceGuard({ directory, measure: () => free }).low()).toBeUndefined()
    expect(spaceGuard({ directory, measure: () => free - 1 }).low()).toEqual({ free: free - 1, watermark: free })
    expect(spaceGuard({ directory, measure: () => 9, lowWatermarkBytes: 9 }).low()).toBeUndefined()
  })

  it("measures the real disk", () => {
    expect(spaceGuard({ directory, lowWatermarkBytes: 1 }).low()).toBeUndefined()
    expect(spaceGuard({ directory, lowWatermarkBytes: Number.MAX_VALUE }).low()?.free).toBeGreaterThan(0)
  })

  it("is measured once a second, and again after a release", () => {
    const disk = controlledDisk()
    const guard = spaceGuard({ directory, ...disk.ports, lowWatermarkBytes: 10 })
    disk.free = 11
    expect(guard.low()).toBeUndefined()
    disk.free = 9
    disk.now += 999
    expect(guard.low()).toBeUndefined()
    disk.now += 1
    expect(guard.low()).toEqual({ free: 9, watermark: 10 })
    disk.free = 12
    expect(guard.low()).toEqual({ free: 9, watermark: 10 })
    guard.release()
    expect(guard.low()).toBeUndefined()
    expect(disk.measured).toBe(3)
  })
})

describe("the reserve", () => {
  it("really occupies its bytes, for the eyes of its owner only", () => {
    const guard = spaceGuard({ directory })
    expect(guard.reserve()).toBe(true)
    const stats = statSync(reservePath())
    expect({ size: stats.size, mode: stats.mode & 0o777 }).toEqual({ size: 1024 ** 2, mode: 0o600 })
    expect(stats.blocks * 512).toBeGreaterThanOrEqual(1024 ** 2)
    expect(new Set(readFileSync(reservePath())).size).toBe(256)
  })

  it("is kept as it is when it is there, however low the space", () => {
    spaceGuard({ directory, reserveBytes: 4096 }).reserve()
    const before = readFileSync(reservePath())
    expect(spaceGuard({ directory, reserveBytes: 4096, measure: () => 0 }).reserve()).toBe(true)
    expect(readFileSync(reservePath())).toEqual(before)
  })

  it("is completed when a crash left a piece of it", () => {
    writeFileSync(reservePath(), "piece")
    expect(spaceGuard({ directory, reserveBytes: 4096 }).reserve()).toBe(true)
    expect(statSync(reservePath()).size).toBe(4096)
  })

  it("is released once, and comes back only when there is space again", () => {
    const disk = controlledDisk()
    const guard = spaceGuard({ directory, ...disk.ports, lowWatermarkBytes: 10, reserveBytes: 4096 })
    disk.free = 10
    expect([guard.reserve(), existsSync(reservePath())]).toEqual([true, true])
    expect([guard.release(), existsSync(reservePath())]).toEqual([true, false])
    expect(guard.release()).toBe(false)
    disk.free = 9
    expect([guard.reserve(), existsSync(reservePath())]).toEqual([false, false])
    disk.free = 10
    disk.now += 1_000
    expect([guard.reserve(), existsSync(reservePath())]).toEqual([true, true])
  })

  it("says what went wrong other than a lack of space", () => {
    const guard = spaceGuard({ directory: join(directory, "missing"), measure: () => Number.POSITIVE_INFINITY })
    expect(() => guard.reserve()).toThrow(expect.objectContaining({ code: "storage-missing" }))
    mkdirSync(reservePath())
    expect(() => spaceGuard({ directory }).release()).toThrow(expect.objectContaining({ code: "storage-access" }))
  })

  it.runIf(canMount)("makes room on a full disk, and leaves no piece where it does not fit", () => {
    const script = `
      import { appendFileSync, readdirSync } from "node:fs"
      import { spaceGuard } from ${JSON.stringify(new URL("./space.ts", import.meta.url).href)}
      const directory = ${JSON.stringify(directory)}
      const fill = (bytes) => {
        try { appendFileSync(directory + "/filler", Buffer.alloc(bytes)); return "fits" }
        catch (error) { return error.code }
      }
      const facts = []
      let now = 0
      const guard = spaceGuard({ directory, lowWatermarkBytes: 1, clock: () => (now += 1_000) })
      facts.push(guard.reserve(), fill(4096), fill(8 * 1024 ** 2), fill(4096), guard.low() !== undefined)
      facts.push(guard.release(), fill(512 * 1024), guard.reserve(), readdirSync(directory))
      console.log(JSON.stringify(facts))`
    const mounted = `mount -t tmpfs -o size=4m tmpfs "${directory}" && exec "$0" --input-type=module -e "$1"`
    const { stdout } = spawnSync("unshare", ["-rm", "sh", "-c", mounted, process.execPath, script])
    const [reserved, small, large, after, low, released, room, again, files] = JSON.parse(stdout.toString())
    expect({ reserved, small, large, after, low }).toEqual({
      reserved: true,
      small: "fits",
      large: "ENOSPC",
      after: "ENOSPC",
      low: true,
    })
    expect({ released, room, again, files }).toEqual({ released: true, room: "fits", again: false, files: ["filler"] })
    expect(readdirSync(directory)).toEqual([])
  })
})

function reservePath() {
  return join(directory, "space.reserve")
}

function controlledDisk() {
  const disk = {
    free: 0,
    now: 0,
    measured: 0,
    ports: {
      clock: () => disk.now,
      measure: () => {
        disk.measured++
        return disk.free
      },
    },
  }
  return disk
}
