import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import { describe, expect, it, onTestFinished } from "vitest"
import { place } from "../../../../test/support/store/conformance/scene.ts"
import { connect, using } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore } from "../store.ts"
import { unpackBytes } from "./unpack.ts"

const zeros = Buffer.alloc(64 * 1024 * 1024)
const bomb = zstdCompressSync(zeros)

describe("a value that unpacks to far more than it is said to hold", () => {
  it("is not unpacked", () => {
    expect(bomb.length).toBeLessThan(16 * 1024)
    expect(() => unpackBytes(bomb, 100)).toThrow(RangeError)
    expect(unpackBytes(bomb, zeros.length)).toHaveLength(zeros.length)
  })

  it("is a damaged blob, to whoever reads or checks it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const first = openSqliteStore({ directory })
    await first.open(place)
    await first.close()
    const hash = createHash("sha256").update(zeros).digest("hex")
    using(connect(join(directory, storeFileName)), (db) =>
      db.run("INSERT INTO blobs (hash, bytes, packed, put_at, data) VALUES (?, 100, 1, 0, ?)", hash, bomb),
    )
    const store = openSqliteStore({ directory })
    await expect(store.blob(hash)).rejects.toMatchObject({ code: "damaged", message: expect.stringContaining(hash) })
    expect((await store.verify()).problems).toMatchObject([{ blob: hash }])
    await store.close()
  })
})
