import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { canMount } from "../../../../test/support/store/mount.ts"
import { HoldfastError } from "../../../session/error.ts"
import { storageFailure } from "./failure.ts"

const safe = /Nothing that was acknowledged is lost\.$/

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-failure-"))
})

afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

describe("storageFailure of real SQLite errors", () => {
  it("says that the disk is full, and that nothing acknowledged is lost", () => {
    const database = openSample()
    database.exec("PRAGMA max_page_count = 3")
    const failure = failureOf(() => database.exec("INSERT INTO sample VALUES (zeroblob(100000))"))
    expect(failure.code).toBe("storage-full")
    expect(failure.message).toMatch(/^Cannot append to the sample: no space is left on the disk/)
    expect(failure.message).toMatch(safe)
    expect(failure.cause).toMatchObject({ errcode: 13 })
    expect(failure.details).toEqual({
      doing: "append to",
      subject: "the sample",
      native: "SQLite 13: database or disk is full",
    })
  })

  it("calls a file that is no database damaged, and promises nothing", () => {
    writeFileSync(samplePath(), "garbage".repeat(1_000))
    const failure = failureOf(() => new DatabaseSync(samplePath()).exec("SELECT * FROM sqlite_master"))
    expect(failure.code).toBe("damaged")
    expect(failure.message).toContain("holdfast doctor --verify")
    expect(failure.message).not.toMatch(safe)
  })

  it("calls a database with overwritten pages damaged", () => {
    const database = openSample()
    database.exec("INSERT INTO sample VALUES (zeroblob(100000))")
    database.close()
    writeFileSync(samplePath(), readFileSync(samplePath()).fill(0xff, 4096))
    const failure = failureOf(() => new DatabaseSync(samplePath()).exec("SELECT * FROM sample"))
    expect(failure.code).toBe("damaged")
    expect(failure.cause).toMatchObject({ errstr: "database disk image is malformed" })
  })

  it("says that a database is read-only", () => {
    openSample().close()
    const reader = new DatabaseSync(samplePath(), { readOnly: true })
    const failure = failureOf(() => reader.exec("INSERT INTO sample VALUES (1)"))
    expect(failure.code).toBe("read-only")
    expect(failure.message).toMatch(safe)
  })

  it("says that another process holds the database", () => {
    openSample().exec("BEGIN IMMEDIATE")
    const second = new DatabaseSync(samplePath(), { timeout: 0 })
    const failure = failureOf(() => second.exec("BEGIN IMMEDIATE"))
    expect(failure.code).toBe("storage-busy")
    expect(failure.message).toMatch(safe)
  })

  it("says that a database cannot be opened", () => {
    const failure = failureOf(() => new DatabaseSync(join(directory, "missing", "sample.db")))
    expect(failure.code).toBe("storage-access")
  })

  it.skipIf(process.platform === "win32")("notices that the file was moved away under an open database", () => {
    const database = openSample()
    renameSync(samplePath(), `${samplePath()}.moved`)
    const failure = failureOf(() => database.exec("INSERT INTO sample VALUES (1)"))
    expect(failure.code).toBe("storage-missing")
    expect(failure.message).toContain("moved")
  })

  it.runIf(canMount)(
    "knows a full disk also when SQLite calls it an I/O error, as it does to a reader in WAL mode",
    () => {
      const script = `
      import { writeFileSync } from "node:fs"
      import { DatabaseSync } from "node:sqlite"
      import { storageFailure } from ${JSON.stringify(new URL("./failure.ts", import.meta.url).href)}
      const path = "${directory}/sample.db"
      const database = new DatabaseSync(path)
      database.exec("PRAGMA journal_mode = WAL; CREATE TABLE sample (x)")
      database.close()
      const codes = []
      try { writeFileSync("${directory}/filler", Buffer.alloc(1e6)) }
      catch (error) { codes.push([error.code, storageFailure(error, "fill", "it").code]) }
      try { new DatabaseSync(path).exec("SELECT * FROM sample") }
      catch (error) { codes.push([error.errcode, storageFailure(error, "read", "it").code]) }
      console.log(JSON.stringify(codes))`
      const mounted = `mount -t tmpfs -o size=400k tmpfs "${directory}" && exec "$0" --input-type=module -e "$1"`
      const { stdout } = spawnSync("unshare", ["-rm", "sh", "-c", mounted, process.execPath, script])
      expect(JSON.parse(stdout.toString())).toEqual([
        ["ENOSPC", "storage-full"],
        [4874, "storage-full"],
      ])
    },
  )
})

describe("storageFailure of file system errors", () => {
  it.each([
    ["ENOSPC", "storage-full"],
    ["EDQUOT", "storage-full"],
    ["EIO", "storage-io"],
    ["EACCES", "storage-access"],
    ["EPERM", "storage-access"],
    ["ENOTDIR", "storage-access"],
    ["EROFS", "read-only"],
    ["EMFILE", "storage-busy"],
    ["ENOENT", "storage-missing"],
  ])("%s is %s", (errno, code) => {
    const error = Object.assign(new Error(`${errno}: it failed`), { code: errno })
    const failure = storageFailure(error, "create", "/data/holdfast.db")
    expect(failure?.code).toBe(code)
    expect(failure?.message).toMatch(/^Cannot create \/data\/holdfast\.db: /)
    expect(failure?.message).toContain(`(${errno}: it failed)`)
    expect(failure?.cause).toBe(error)
  })

  it("maps a real one", () => {
    expect(failureOf(() => readFileSync(join(directory, "missing"))).code).toBe("storage-missing")
    expect(failureOf(() => readFileSync(directory)).code).toBe("storage-access")
  })
})

describe("storageFailure of anything else", () => {
  it("hands a HoldfastError through unchanged", () => {
    const error = new HoldfastError("behind", "The log has moved on.")
    expect(storageFailure(error, "append to", "the sample")).toBe(error)
  })

  it("leaves bugs alone", () => {
    const database = openSample()
    const bugs = [
      () => database.exec("SELEKT 1"),
      () => database.exec("CREATE TABLE sample (x)"),
      () => database.exec("CREATE TABLE one (x PRIMARY KEY); INSERT INTO one VALUES (1), (1)"),
      () => readFileSync(Symbol("path") as never),
      () => {
        throw "not even an error"
      },
    ]
    expect(bugs.map((bug) => storageFailure(thrownBy(bug), "append to", "the sample"))).toEqual(
      bugs.map(() => undefined),
    )
    database.close()
    expect(
      storageFailure(
        thrownBy(() => database.exec("SELECT 1")),
        "read",
        "the sample",
      ),
    ).toBeUndefined()
  })
})

function samplePath() {
  return join(directory, "sample.db")
}

function openSample() {
  const database = new DatabaseSync(samplePath())
  database.exec("CREATE TABLE sample (x)")
  return database
}

function failureOf(action: () => unknown): HoldfastError {
  const failure = storageFailure(thrownBy(action), "append to", "the sample")
  if (!failure) throw new Error("expected a storage failure")
  return failure
}

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error("expected an error")
}
