import { existsSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { bytes, counted } from "../../agent/text/plain.ts"
import { shortId } from "../../agent/text/short-id.ts"
import { HoldfastError } from "../../session/error.ts"
import { nextBackup } from "../../store/sqlite/backup.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import { storeFileName } from "../../store/sqlite/file.ts"
import type { Run } from "../commands/form.ts"
import { confirmed } from "../question.ts"
import { withStore } from "../store.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const [named] = args.words
  const from = args.text("restore")
  if (from === undefined) return backUp(named, terminal)
  if (named !== undefined) throw new UsageError("--restore puts a backup back: it makes none.", "backup")
  return restore(resolve(from), args.flag("yes") ? "asked" : "ask", terminal)
}

async function backUp(named: string | undefined, terminal: Terminal): Promise<number> {
  const directory = dataDirectory()
  const file = await withStore("act", async (store) => {
    if (!store) throw new HoldfastError("not-found", `There is nothing to back up yet in ${directory}.`)
    const to = named === undefined ? nextBackup(directory) : resolve(named)
    await store.backup(to)
    return to
  })
  const { size } = statSync(file)
  if (terminal.json) {
    await terminal.printJson({ file, bytes: size })
    return 0
  }
  await terminal.print(`Backed up to ${file} (${bytes(size)}).`)
  if (named === undefined) {
    await terminal.print("The newest three of that directory are kept; name a file for one that stays.")
  }
  return 0
}

async function restore(backup: string, consent: "ask" | "asked", terminal: Terminal): Promise<number> {
  const directory = dataDirectory()
  const question = `Put ${backup} in the place of the store in ${directory}?`
  // Where there is no store, nothing is replaced.
  const replaces = existsSync(join(directory, storeFileName))
  if (replaces && consent === "ask" && !(await confirmed(question, terminal, "backup"))) {
    await terminal.print("Nothing was restored.")
    return 1
  }
  const { restoreBackup } = await import("../../store/sqlite/restore.ts")
  const restored = await restoreBackup(directory, backup)
  if (terminal.json) {
    await terminal.printJson({ directory, ...restored })
    return 0
  }
  const { sessions, events, kept, stayErased } = restored
  await terminal.print(
    `Restored ${counted(sessions, "session")} with ${counted(events, "event")} from ${backup}.`,
    ...(kept === null ? [] : [`The store that was there is kept in ${kept}`]),
    ...stayErased.map((id) => `${shortId(id)} was erased after the backup was made: it stays erased.`),
  )
  return 0
}
