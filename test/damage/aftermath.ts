import { join } from "node:path"
import type { Problem } from "../../src/store/contract.ts"
import { connect } from "../../src/store/sqlite/database.ts"
import { locateLog, readRange } from "../../src/store/sqlite/log/event-rows.ts"
import { attempt } from "../../src/store/sqlite/rescue/backups.ts"
import { repairStore } from "../../src/store/sqlite/rescue/repair-store.ts"
import { verifyFile } from "../../src/store/sqlite/rescue/verify.ts"
import type { DamageCase } from "./damages.ts"
import { remove, storeFile } from "./fixture.ts"
import { type Acknowledged, copyImage, type StoreImage } from "./store-image.ts"

/** What becomes of acknowledged events after a damage: what is said of it, and what a repair brings back. */
export type Aftermath = {
  name: string
  /** Acknowledged events that SQLite does not give. */
  missing: number
  reported: boolean
  repair: "none" | "rebuilt"
  missingAfterRepair: number
  made: "worse" | "no worse"
  /** Something is missing, before or after the repair, and its session is not named. */
  silent: boolean
}

export async function aftermathOf(image: StoreImage, damage: DamageCase): Promise<Aftermath> {
  const look = copyImage(image)
  const copy = copyImage(image)
  try {
    for (const each of [look, copy]) damage.apply(each)
    const before = readable(look, image.acknowledged)
    const { problems } = await verifyFile(join(copy, storeFile))
    const { kept, lost } = await repairStore(copy)
    const after = readable(copy, image.acknowledged)
    const missing = missingFrom(image.acknowledged, before)
    const missingAfter = missingFrom(image.acknowledged, after)
    const isWorse = [...before].some((event) => !after.has(event))
    return {
      name: damage.name,
      missing: missing.length,
      reported: problems.length > 0,
      repair: kept === null ? "none" : "rebuilt",
      missingAfterRepair: missingAfter.length,
      made: isWorse ? "worse" : "no worse",
      silent: !areNamed(missing, problems) || !areNamed(missingAfter, lost),
    }
  } finally {
    remove(look)
    remove(copy)
  }
}

/** The events that SQLite gives of a store and that match their hashes, as "session seq", whether or not it may be opened. */
function readable(directory: string, acknowledged: Acknowledged): Set<string> {
  const events = new Set<string>()
  const database = connect(join(directory, storeFile), { readOnly: true })
  try {
    for (const id of acknowledged.keys()) {
      const place = attempt(() => locateLog(database, id))
      const read = place && attempt(() => readRange(database, place, 1, place.head, () => undefined))
      for (const { seq } of read ?? []) events.add(`${id} ${seq}`)
    }
    return events
  } finally {
    database.close()
  }
}

function missingFrom(acknowledged: Acknowledged, events: ReadonlySet<string>): string[] {
  return [...acknowledged].flatMap(([id, head]) =>
    Array.from({ length: head }, (_, index) => `${id} ${index + 1}`).filter((event) => !events.has(event)),
  )
}

/** Whether each event is accounted for: its session is named, or the store as a whole is said to be damaged. */
function areNamed(missing: readonly string[], problems: readonly Problem[]): boolean {
  return missing.every((event) =>
    problems.some(({ session, derived }) => !derived && (session === null || event.startsWith(session))),
  )
}
