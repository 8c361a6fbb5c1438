import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished } from "vitest"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { countOf } from "../matrix.ts"
import { makeDisk, withoutPowerCuts } from "./power-cut.ts"
import { randomFrom } from "./random.ts"

const cuts = countOf({ core: 2, all: 24 })
const reason = withoutPowerCuts()

describe.skipIf(reason)(`a power cut${reason ? ` (skipped: ${reason})` : ""}`, () => {
  it(`loses nothing that was acknowledged, and is not taken for damage, ${cuts} times`, {
    timeout: cuts * 60_000,
  }, async () => {
    const disk = makeDisk()
    onTestFinished(() => disk.remove())
    const directory = join(disk.mounted, "new", "data")
    const random = randomFrom(11)
    const acknowledged = new Map<string, number>()
    for (let cut = 0; cut < cuts; cut++) {
      const flush = cut % 3 === 2 ? "journal" : "nothing"
      await workUntil(directory, acknowledged, random.between(1, 240), () => disk.cutPower(flush))
      disk.restart()
      const store = openSqliteStore({ directory })
      try {
        expect((await store.verify()).problems, `cut ${cut}`).toEqual([])
        for (const [id, seq] of acknowledged) {
          expect((await store.row(id)).seq, `cut ${cut}, session ${id}`).toBeGreaterThanOrEqual(seq)
        }
      } finally {
        await store.close()
      }
    }
    expect(acknowledged.size).toBe(cuts)
  })
})

/**
 * Lets a process write, cuts the power after so many acknowledgements, and notes all that were given before the cut began.
 *
 * One that was given during the cut proves nothing: ext4 may return success from an fsync that was under way when it was shut
 * down, though the data is lost. A bare program that only writes and calls fdatasync loses its last write that way, too: in 3
 * of 60 cuts, always with an fdatasync that was called before the ioctl and returned after it began. None of the other 6,184
 * writes was lost. A machine that loses its power runs no program that could rely on such an acknowledgement.
 */
async function workUntil(
  directory: string,
  acknowledged: Map<string, number>,
  count: number,
  cutPower: () => number,
): Promise<void> {
  const worker = join(import.meta.dirname, "power-cut-worker.ts")
  const child = spawn(process.execPath, ["--no-warnings", worker, directory, ...acknowledged.keys()], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  // The disk fails under it: what it prints about that is shown only if it ended too early.
  const stderr = text(child.stderr)
  const exited = once(child, "exit")
  const given: Array<{ id: string; seq: number; at: number }> = []
  let cutAt = Number.NEGATIVE_INFINITY
  for await (const line of createInterface({ input: child.stdout })) {
    const [id = "", seq = "", at = ""] = line.split(" ")
    given.push({ id, seq: Number(seq), at: Number(at) })
    if (given.length !== count) continue
    cutAt = cutPower()
    child.kill("SIGKILL")
  }
  await exited
  const before = given.filter(({ at }) => at < cutAt)
  expect(before.length, `the worker was still at work: ${await stderr}`).toBeGreaterThanOrEqual(count)
  for (const { id, seq } of before) acknowledged.set(id, Math.max(seq, acknowledged.get(id) ?? 0))
}
