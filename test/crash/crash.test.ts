import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { streamPromise } from "./check-partials.ts"
import { surviveKills } from "./kills.ts"
import { warmWorkers } from "./warm-worker.ts"

const kills = 100
const seeds = [20_261, 20_262]
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
  { timeout: 240_000 },
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
