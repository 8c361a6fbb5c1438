import { writeSync } from "node:fs"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { sharedClock } from "./journal.ts"

const place = { workspace: "/projects/app", project: "/projects/app" }

// Appends to sessions, some at once, until the power goes, and prints what was acknowledged and when.
const [directory = "", ...known] = process.argv.slice(2)
const store = openSqliteStore({ directory, rotateAfterBytes: 40_000, snapshotAfterEvents: 40 })
const acknowledged = (id: string, seq: number) => writeSync(1, `${id} ${seq} ${sharedClock()}\n`)
const fresh = await store.open({ ...place })
acknowledged(fresh, 1)

async function fill(id: string): Promise<never> {
  for (let index = 0; ; index++) {
    const input = crypto.randomUUID()
    const text = `${index} ${"word ".repeat((index * 37) % 900)}`
    const accepted = await store.append(
      id,
      [{ type: "input.accepted", data: { input, kind: "queue", text } }],
      "intent",
    )
    acknowledged(id, accepted.seq)
    acknowledged(id, (await store.append(id, [{ type: "input.withdrawn", data: { input } }], "intent")).seq)
  }
}

await Promise.all([fresh, ...known.slice(-2)].map(fill))
