import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { storeFileName } from "../file.ts"
import { openSqliteStore } from "../store.ts"
import { alone, enter } from "./presence.ts"

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true }))

const module = fileURLToPath(new URL("./presence.ts", import.meta.url))

/** Whether another process could have the directory to itself. */
function otherCanBeAlone(): string {
  const script = `import { alone } from ${JSON.stringify(module)}
    try { alone(${JSON.stringify(directory)}).close(); console.log("alone") } catch (error) { console.log(error.code) }`
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
  return stdout.trim() || stderr
}

describe("presence", () => {
  it("keeps others from replacing the files until the last one here has left", () => {
    const [first, second] = [enter(directory), enter(directory)]
    expect(otherCanBeAlone()).toBe("storage-busy")
    first.close()
    first.close()
    expect(otherCanBeAlone()).toBe("storage-busy")
    second.close()
    expect(otherCanBeAlone()).toBe("alone")
  })

  it("refuses the same process as well", () => {
    const here = enter(directory)
    expect(() => alone(directory)).toThrow(/in use/)
    here.close()
    alone(directory).close()
  })

  it("lets nobody in while somebody is alone", () => {
    const busy = alone(directory)
    expect(() => enter(directory)).toThrow(expect.objectContaining({ code: "storage-busy" }))
    busy.close()
    enter(directory).close()
  })

  it("is held by an open store, through all openings of it in one process", async () => {
    const first = openSqliteStore({ directory })
    const second = openSqliteStore({ directory })
    await second.close()
    expect(otherCanBeAlone()).toBe("storage-busy")
    await first.close()
    expect(otherCanBeAlone()).toBe("alone")
  })

  it.runIf(existsSync("/proc/locks"))("leaves an open store its locks when it is opened once more", async () => {
    const first = openSqliteStore({ directory })
    const second = openSqliteStore({ directory })
    const file = statSync(join(directory, storeFileName)).ino
    // The kernel's list may skip a lock or show it twice while others come and go.
    await expect.poll(() => readFileSync("/proc/locks", "utf8")).toContain(`:${file} `)
    await second.close()
    await first.close()
  })

  it("leaves a file that only its user can read", () => {
    enter(directory).close()
    expect(statSync(join(directory, "presence.lock")).mode & 0o777).toBe(0o600)
  })
})
