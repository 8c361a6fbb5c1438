import { undo } from "../../src/agent/sessions/undo.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { mortally } from "../support/tools/mortal-files.ts"

// Undoes the newest turn of a session, and is killed before the file operation of this number.
const [home = "", session = "", dieAt = "0"] = process.argv.slice(2)
const store = openSqliteStore({ directory: home, actor: { kind: "person", name: "ada" } })
await mortally(Number(dieAt), async () => void (await undo(store, session)), die)
await store.close()

function die(): void {
  process.kill(process.pid, "SIGKILL")
  // The signal may take effect a moment later: nothing more must happen here.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
