import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { begin, logOf, refusalOf } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore } from "../store.ts"
import { repairStore } from "./repair-store.ts"

const advice = {
  repair: /Run 'holdfast doctor --repair', or fork it before (seq 3|the damage)\.$/,
  fork: /A repair has brought back all that it could: fork it before (seq \d|the damage), or restore a backup .*'holdfast backup --restore FILE'\.$/,
}

it.each([
  ["an event that does not match its hash", "UPDATE events SET body = x'7b7d' WHERE seq = 3"],
  ["events that are missing", "DELETE FROM events WHERE seq IN (3, 4, 5)"],
])("sends nobody to a repair that has given up %s, but to what still helps", async (_, sql) => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const first = openSqliteStore({ directory })
  const id = await begin(first)
  for (const words of ["one", "two", "three", "four", "five"]) await first.append(id, [say.input(words)], "intent")
  await first.close()
  const database = connect(join(directory, storeFileName))
  database.exec(sql)
  database.close()

  const damaged = openSqliteStore({ directory })
  expect((await refusalOf(logOf(damaged, id))).message).toMatch(advice.repair)
  expect((await refusalOf(damaged.append(id, [say.input("more")], "intent"))).message).toMatch(advice.repair)
  await damaged.quarantine(await damaged.verify())
  expect((await refusalOf(damaged.append(id, [say.input("more")], "intent"))).message).toMatch(advice.repair)
  await damaged.close()

  expect((await repairStore(directory)).lost[0]).toMatchObject({ session: id, seq: 3 })
  const repaired = openSqliteStore({ directory })
  onTestFinished(() => repaired.close())
  expect((await refusalOf(logOf(repaired, id))).message).toMatch(advice.fork)
  // Whoever begins in the middle of it meets the same damage.
  const within = await refusalOf(Array.fromAsync(repaired.read(id, { after: sql.startsWith("DELETE") ? 3 : 2 })))
  expect(within.message).toMatch(advice.fork)
  expect((await refusalOf(repaired.state(id))).message).toMatch(advice.fork)
  expect((await refusalOf(repaired.append(id, [say.input("more")], "intent"))).message).toMatch(advice.fork)
  expect(await begin(repaired, { parent: { session: id, seq: 2 } })).toBeTypeOf("string")
})
