import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { withoutStrace } from "./syscalls.ts"

const reason = withoutStrace()

// Without it a power cut can take the whole directory, with a store in it that was synced to the last byte.
it.skipIf(reason)("syncs the parent of each directory that it makes for a new store", () => {
  const parent = mkdtempSync(join(tmpdir(), "holdfast-"))
  try {
    const trace = join(parent, "trace")
    const module = JSON.stringify(fileURLToPath(new URL("../../src/store/sqlite/store.ts", import.meta.url)))
    const directory = JSON.stringify(join(parent, "data", "holdfast"))
    const script = `import { openSqliteStore } from ${module}; await openSqliteStore({ directory: ${directory} }).close()`
    const node = [process.execPath, "--no-warnings", "--input-type=module", "-e", script]
    const run = spawnSync("strace", ["-f", "-y", "-qq", "-o", trace, "-e", "trace=mkdir,mkdirat,fsync", ...node])
    expect(run.status, String(run.stderr)).toBe(0)
    const calls = readFileSync(trace, "utf8").split("\n")
    for (const made of [join(parent, "data"), join(parent, "data", "holdfast")]) {
      const at = calls.findIndex((call) => call.includes("mkdir") && call.includes(`"${made}"`))
      const synced = calls.slice(at).findIndex((call) => call.includes(`<${join(made, "..")}>`))
      expect(at, `made ${made}`).toBeGreaterThanOrEqual(0)
      expect(synced, `synced the parent of ${made}`).toBeGreaterThan(0)
    }
  } finally {
    rmSync(parent, { recursive: true })
  }
})
