import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { repairStore } from "../../src/store/sqlite/rescue/repair-store.ts"
import { verifyFile } from "../../src/store/sqlite/rescue/verify.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import * as say from "../support/store/conformance/script.ts"
import { remove, storeFile } from "./fixture.ts"
import { copyImage, makeImage, type StoreImage } from "./store-image.ts"

const frameBytes = 24 + 4096
const frameAt = (frame: number) => 32 + frame * frameBytes

describe("opening a store whose process was killed", () => {
  let image: StoreImage
  let directory: string
  beforeAll(() => {
    image = makeImage({ end: "killed" })
  })
  afterAll(() => remove(image.directory))
  beforeEach(() => {
    directory = copyImage(image)
  })
  afterEach(() => remove(directory))

  const wal = () => join(directory, `${storeFile}-wal`)
  const frames = () => Math.floor((readFileSync(wal()).length - 32) / frameBytes)
  const change = (edit: (bytes: Buffer) => void) => {
    const bytes = readFileSync(wal())
    edit(bytes)
    writeFileSync(wal(), bytes)
    return bytes
  }
  const flipIn = (frame: number) =>
    change((bytes) => {
      const at = frameAt(frame) + 2000
      bytes[at] = (bytes[at] ?? 0) ^ 1
    })

  it("is refused, and changes nothing, while transactions lie behind a damaged frame", () => {
    const damaged = flipIn(2)
    for (const readOnly of [true, false]) {
      expect(() => openSqliteStore({ directory, readOnly })).toThrow(/write-ahead log is damaged at frame 3/)
    }
    expect(readFileSync(wal()).equals(damaged)).toBe(true)
  })

  it("names each session that has less than was acknowledged", async () => {
    flipIn(2)
    const { problems } = await verifyFile(join(directory, storeFile))
    for (const [session, head] of image.acknowledged) {
      expect(problems).toContainEqual(
        expect.objectContaining({
          session,
          what: `the events through seq ${head} were acknowledged and are missing`,
        }),
      )
    }
  })

  it("is refused when the last acknowledged transaction is damaged, which the WAL alone cannot tell", () => {
    flipIn(frames() - 1)
    expect(() => openSqliteStore({ directory })).toThrow(/were acknowledged and are missing/)
  })

  it("makes sessions read-only whose end is gone with the WAL, before and after a repair, which names them", async () => {
    rmSync(wal())
    const [first = ""] = image.acknowledged.keys()
    const damageOf = async () => {
      const store = openSqliteStore({ directory })
      try {
        await expect(store.append(first, [say.input("more")], "intent")).rejects.toMatchObject({ code: "damaged" })
        return (await store.row(first)).damage
      } finally {
        await store.close()
      }
    }
    expect(await damageOf()).toMatch(/were acknowledged and are missing/)
    const { lost } = await repairStore(directory)
    expect(new Set(lost.map(({ session }) => session))).toEqual(new Set(image.acknowledged.keys()))
    expect(await damageOf()).toMatch(/events are missing/)
    expect((await repairStore(directory)).kept).toBeNull()
  })

  // A power cut may leave the frames of the last, unacknowledged transaction in any order, and a kill a piece of one.
  it.each([
    ["a frame of it is missing", (bytes: Buffer, last: number) => bytes.fill(0, frameAt(last - 1), frameAt(last))],
    ["its commit is missing", (bytes: Buffer, last: number) => bytes.fill(0, frameAt(last), frameAt(last + 1))],
    [
      "half of its page is missing",
      (bytes: Buffer, last: number) => bytes.fill(0, frameAt(last) + 2000, frameAt(last + 1)),
    ],
  ])("takes a torn last transaction for what it is: %s", async (_, tear) => {
    const last = frames() - 1
    change((bytes) => tear(bytes, last))
    // It was not acknowledged: nothing was noted of it.
    rmSync(join(directory, `${storeFile}-heads`))
    expect((await verifyFile(join(directory, storeFile))).problems).toEqual([])
    const store = openSqliteStore({ directory })
    await store.close()
    expect((await repairStore(directory)).kept).toBeNull()
  })

  it("takes a torn last frame for what it is", async () => {
    const appended = readFileSync(wal()).subarray(frameAt(0), frameAt(0) + 1000)
    change(() => undefined)
    writeFileSync(wal(), appended, { flag: "a" })
    truncateSync(wal(), frameAt(frames()) + 1000)
    expect((await verifyFile(join(directory, storeFile))).problems).toEqual([])
    await openSqliteStore({ directory }).close()
  })
})
