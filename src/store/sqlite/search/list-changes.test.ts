import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { begin } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import type { Store } from "../../contract.ts"
import { openSqliteStore } from "../store.ts"
import { horizon } from "./change-note.ts"

let directory: string
let store: Store
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  store = openSqliteStore({ directory })
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

const module = fileURLToPath(new URL("../store.ts", import.meta.url))

/** Another process that drives a session, until it is killed. */
async function drivenByAnother(id: string) {
  const script = `import { openSqliteStore } from ${JSON.stringify(module)}
    const store = openSqliteStore({ directory: ${JSON.stringify(directory)} })
    await store.acquire(${JSON.stringify(id)}, { type: "Agent" })
    console.log("driven")
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] })
  await once(child.stdout, "data")
  return child
}

describe("changes of the list", () => {
  it("tell of an owner that died, to those who listen and to those who come later", async () => {
    const id = await begin(store)
    await store.append(id, [say.input("go")], "intent")
    const owner = await drivenByAnother(id)
    expect((await store.row(id)).status).toBe("running")
    const list = store.changes()[Symbol.asyncIterator]()
    const first = await list.next()
    const next = list.next()
    owner.kill("SIGKILL")
    expect((await next).value).toMatchObject({ sessions: [id] })
    expect((await store.row(id)).status).toBe("interrupted")
    const later = store.changes({ after: first.value?.version ?? "" })[Symbol.asyncIterator]()
    expect((await later.next()).value).toMatchObject({ sessions: [id] })
  })

  it("ask for a look at the whole list when too much has happened since", async () => {
    const id = await begin(store)
    const list = store.changes()[Symbol.asyncIterator]()
    const { version } = (await list.next()).value ?? { version: "" }
    await store.close()
    const file = new DatabaseSync(join(directory, "holdfast.db"))
    file.exec("INSERT INTO marks (name, value) VALUES ('changed 0000000000100000 another', 100000)")
    file.close()
    store = openSqliteStore({ directory })
    expect(horizon).toBeLessThan(90_000)
    await store.append(id, [say.input("go")], "intent")
    const later = store.changes({ after: version })[Symbol.asyncIterator]()
    expect((await later.next()).value).toMatchObject({ resync: true })
  })
})
