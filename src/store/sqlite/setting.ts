import { HoldfastError } from "../../session/error.ts"
import { sessionOfSetting } from "../session-settings.ts"
import type { Core } from "./core.ts"
import type { Database } from "./database.ts"
import { assertNotErased } from "./log/session.ts"
import { noteChange } from "./search/change-note.ts"

/** A small value that is no part of a session. */
export function readSetting(db: Database, key: string): unknown {
  const row = db.get<{ value: string }>("SELECT value FROM settings WHERE key = ?", key)
  return row && settingOf(key, row.value)
}

/** Stores or deletes a small value, and notes the session whose row shows it as changed. Runs inside a transaction. */
export function writeSetting(core: Core, key: string, value: unknown, session: string | undefined): void {
  if (value !== undefined) assertNotErased(core, sessionOfSetting(key))
  if (session !== undefined) noteChange(core, session)
  if (value === undefined) core.writer.run("DELETE FROM settings WHERE key = ?", key)
  else core.writer.run("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", key, JSON.stringify(value))
}

function settingOf(key: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch (error) {
    const message = `The setting ${JSON.stringify(key)} is damaged. Set it again, or run 'holdfast doctor --repair'.`
    throw new HoldfastError("damaged", message, { cause: error, details: { setting: key } })
  }
}
