import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { countOf, matrixTimeoutMs, share } from "../matrix.ts"
import { streamPromise } from "./check-partials.ts"
import { surviveKills } from "./kills.ts"
import { warmWorkers } from "./warm-worker.ts"

// Twice as many, for there are two stores: `npm run test:full` kills 5,000 times.
const kills = countOf({ core: 25, all: 2_500 })
const first = 20_261 + (share.kind === "tenth" ? 2 * share.slice : 0)
const seeds = [first, first + 1]
const workers = warmWorkers(3)
const directories: string[] = []

afterAll(() => {
  workers.stop()
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

// Two stores at once, so that one is checked while the worker of the other is at work. `npm run test:crash` goes on for
// as long as one likes.
it.concurrent.for(seeds)(
  `loses nothing that was acknowledged in ${kills} kills at random instants (seed %i)`,
  { timeout: matrixTimeoutMs },
  async (seed) => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    directories.push(directory)
    const summary = await surviveKills({ workers, directory, kills, seed })
    expect(summary.kills).toBe(kills)
    // Without these the kills would have hit nothing.
    expect(summary.acknowledged).toBeGreaterThan(5 * kills)
    expect(summary.unanswered + summary.retried).toBeGreaterThan(0)
    expect(summary.streamsCut).toBeGreaterThan(0)
    expect(Math.max(...summary.lostBytes)).toBeLessThanOrEqual(streamPromise.bytes)
    expect(summary.segments).toBeGreaterThan(0)
    expect(summary.snapshots).toBeGreaterThan(0)
  },
)
