import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, watch, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { repairStore } from "../../src/store/sqlite/rescue/repair-store.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { copyOf, makeFixture, remove, storeFile, type Truth } from "./fixture.ts"
import { inspect, typed } from "./inspect.ts"

const repairModule = fileURLToPath(new URL("../../src/store/sqlite/rescue/repair-store.ts", import.meta.url))

describe("a repair that is killed", () => {
  let directory: string
  let backup: string
  let truth: Truth
  beforeAll(async () => {
    ;({ directory, backup, truth } = await makeFixture())
  })
  afterAll(() => remove(directory))

  // What appears, or goes, in the data directory while a repair is at work, in this order.
  it.each(["presence.lock", "damaged-", `${storeFile}.new`, "repairing"])(
    "loses nothing, and is done when it is run again: at the first sign of %s",
    async (sign) => {
      const copy = copyOf(directory, { backup })
      const file = join(copy, storeFile)
      const bytes = readFileSync(file)
      bytes.fill(0, 0, 8192)
      writeFileSync(file, bytes)
      await killAt(copy, sign)
      // Nobody takes for a store what is neither the old one nor the new one.
      const half = await typed(() => openSqliteStore({ directory: copy, readOnly: true }))
      if (half) expect((await inspect(half.value, truth)).short).toEqual(new Set())
      await half?.value.close()
      expect((await repairStore(copy)).lost).toEqual([])
      const store = openSqliteStore({ directory: copy })
      const seen = await inspect(store, truth)
      await store.close()
      expect({ short: [...seen.short], list: seen.list, search: seen.search }).toEqual({
        short: [],
        list: true,
        search: true,
      })
      const kept = readdirSync(copy).filter((name) => name.startsWith("damaged-") && !name.endsWith(".part"))
      expect(kept.some((name) => readFileSync(join(copy, name, storeFile)).equals(bytes))).toBe(true)
      remove(copy)
    },
  )
})

/** Runs a repair in a process of its own, and kills it when a name appears in the directory. */
async function killAt(directory: string, sign: string): Promise<void> {
  const script = `import { repairStore } from ${JSON.stringify(repairModule)}; await repairStore(${JSON.stringify(directory)})`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" })
  const watcher = watch(directory, (_event, name) => {
    if (name?.startsWith(sign)) child.kill("SIGKILL")
  })
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null]
  watcher.close()
  // On a busy machine it may be done before the signal comes.
  expect([0, "SIGKILL"]).toContain(code ?? signal)
}
