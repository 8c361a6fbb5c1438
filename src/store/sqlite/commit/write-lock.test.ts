import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { begin, refusalOf } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { holdLock } from "../../../../test/support/store/held-lock.ts"
import { openSqliteStore } from "../store.ts"

const onLinux = process.platform === "linux"

it.runIf(onLinux)(
  "names the process that is suspended inside a transaction, and goes on when it is gone",
  {
    timeout: 30_000,
  },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    const store = openSqliteStore({ directory })
    onTestFinished(async () => {
      await store.close()
      rmSync(directory, { recursive: true })
    })
    const id = await begin(store)
    const holder = await holdLock(directory)
    process.kill(holder.pid, "SIGSTOP")
    const refusal = await refusalOf(store.append(id, [say.input("held up")], "intent"))
    expect(refusal).toMatchObject({
      code: "storage-busy",
      details: { holder: { pid: holder.pid, isSuspended: true } },
    })
    expect(refusal.message).toContain(`process ${holder.pid} (`)
    expect(refusal.message).toContain("lock-holder.ts")
    expect(refusal.message).toContain(`kill -CONT ${holder.pid}`)
    await holder.kill()
    expect((await store.append(id, [say.input("free again")], "intent")).seq).toBe(2)
  },
)
