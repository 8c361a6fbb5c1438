import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { expect, it, onTestFinished } from "vitest"
import { beginDriven } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { applyDelta, noPartials } from "../../../session/partial.ts"
import { groupCommit } from "../commit/commit.ts"
import { takeLease } from "../lease/lease.ts"
import { openCore } from "../open-core.ts"
import { openSqliteStore } from "../store.ts"
import { storedPartials, streams } from "./partials.ts"
import { sessionFor } from "./session.ts"

/** An open model call, and what streams into it: what is flushed can be read from the disk. */
async function openCall() {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const store = openSqliteStore({ directory })
  const { id, drive } = await beginDriven(store)
  const intent = await drive(say.started("t1"), say.asked("t1"))
  await store.close()
  const core = openCore({ directory })
  const commit = groupCommit(core)
  const { session, epoch } = await commit(() => {
    const lease = takeLease(core, id, { type: "Test" })
    return { ...lease, session: sessionFor(core, id), epoch: "epoch" in lease ? lease.epoch : expect.unreachable() }
  })
  core.leases.set(id, epoch)
  const streaming = streams(core, commit, () => undefined)
  streaming.begin(id, session.state, noPartials)
  const stream = (offset: number, text: string) =>
    streaming.checkpoint({ session: id, epoch } as never, intent, { channel: "text", offset, text })
  onTestFinished(() => {
    for (const each of [core.reader, core.writer, core.presence]) each.close()
    core.heads?.close()
    rmSync(directory, { recursive: true })
  })
  return {
    stream,
    flush: streaming.flush,
    rows: () => core.reader.get<{ rows: number }>("SELECT count(*) AS rows FROM partials")?.rows,
    stored: () => storedPartials(core.reader, session.place.n).get(intent)?.text,
  }
}

it("fills a row before it begins another one", async () => {
  const { stream, flush, rows, stored } = await openCall()
  const word = "kelp and stones "
  for (let at = 0; at < 200; at++) {
    stream(at * word.length, word)
    await flush()
  }
  expect(stored()).toBe(word.repeat(200))
  expect(rows()).toBe(4)
})

it("has on the disk what was streamed, however it comes and is corrected", async () => {
  const call = await openCall()
  let expected = ""
  const piece = fc.record({
    back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(900)),
    text: fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.constant("x".repeat(400)), fc.constant("🪨")),
    // In the middle of a character, now and then.
    half: fc.boolean(),
    isFlushed: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 30 }), async (pieces) => {
      for (const { back, text, half, isFlushed } of pieces) {
        const offset = Math.max(0, expected.length - back)
        const given = half ? text.slice(0, -1) : text
        call.stream(offset, given)
        expected = applyDelta(new Map([[1, { text: expected }]]), { seq: 1, channel: "text", offset, text: given }).get(
          1,
        )?.text as string
        if (isFlushed) await call.flush()
      }
      await call.flush()
      // Half a character is none on the disk.
      expect(call.stored()?.toWellFormed() ?? "").toBe(expected.toWellFormed())
    }),
    { numRuns: 20 },
  )
})
