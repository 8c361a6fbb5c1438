import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished } from "vitest"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { makeDisk, withoutPowerCuts } from "./power-cut.ts"
import { randomFrom } from "./random.ts"

const cuts = process.env.HOLDFAST_FAULTS === "all" ? 24 : 3
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
      await workUntil(directory, acknowledged, random.between(1, 120), () =>
        disk.cutPower(cut % 3 === 2 ? "journal" : "nothing"),
      )
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

/** Lets a process write, and cuts the power when so much was acknowledged. */
async function workUntil(
  directory: string,
  acknowledged: Map<string, number>,
  count: number,
  cutPower: () => void,
): Promise<void> {
  const worker = join(import.meta.dirname, "power-cut-worker.ts")
  const child = spawn(process.execPath, ["--no-warnings", worker, directory, ...acknowledged.keys()], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  // The disk fails under it: what it says of that is told only if it ended too early.
  const said = text(child.stderr)
  const exited = once(child, "exit")
  let lines = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [id = "", seq = ""] = line.split(" ")
    lines += 1
    // An acknowledgement that overlaps the cut proves nothing: only what came before counts.
    if (lines <= count) acknowledged.set(id, Math.max(Number(seq), acknowledged.get(id) ?? 0))
    if (lines !== count) continue
    cutPower()
    child.kill("SIGKILL")
  }
  await exited
  expect(lines, `the worker was still at work: ${await said}`).toBeGreaterThanOrEqual(count)
}
