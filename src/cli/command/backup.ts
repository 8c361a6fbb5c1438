import { existsSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { bytes, counted } from "../../base/amount-text.ts"
import { shortId } from "../../base/short-id.ts"
import { HoldfastError } from "../../session/error.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import { storeFileName } from "../../store/sqlite/file.ts"
import { nextBackup } from "../../store/sqlite/maintenance/backup.ts"
import type { Run } from "../commands/command-form.ts"
import { confirmed } from "../confirm.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [named] = args.words
  const from = args.text("restore")
  if (from === undefined) return backUp(named, terminal)
  if (named !== undefined)
    throw new UsageError("--restore replaces the store and makes no backup: leave out FILE.", "backup")
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
    await terminal.print("The newest three of that directory are kept; name a file to keep one.")
  }
  return 0
}

async function restore(backup: string, consent: "ask" | "asked", terminal: Terminal): Promise<number> {
  const directory = dataDirectory()
  const question = `Replace the store in ${directory} with ${backup}?`
  // Without a store there is nothing to replace.
  const replaces = existsSync(join(directory, storeFileName))
  if (replaces && consent === "ask" && !(await confirmed(question, terminal, "backup"))) {
    await terminal.print("Nothing was restored.")
    return 1
  }
  const { restoreBackup } = await import("../../store/sqlite/rescue/restore-backup.ts")
  const restored = await restoreBackup(directory, backup)
  if (terminal.json) {
    await terminal.printJson({ directory, ...restored })
    return 0
  }
  const { sessions, events, kept, origin, unreadable, stayErased } = restored
  await terminal.print(
    `Restored ${counted(sessions, "session")} with ${counted(events, "event")} from ${backup}.`,
    ...(origin === "own"
      ? []
      : [
          unreadable === null
            ? "It was not made in this data directory: nothing in it continues by itself, its sessions are read-only until you"
            : `Whether it was made in this data directory cannot be told, since ${unreadable} cannot be read: it counts as another's.\nNothing in it continues by itself, its sessions are read-only until you`,
          "choose a permission mode for them, and its settings, passwords and trusted rules were left out.",
        ]),
    ...(kept === null ? [] : [`The previous store is kept in ${kept}`]),
    ...stayErased.map((id) => `${shortId(id)} was erased after the backup was made: it stays erased.`),
  )
  return 0
}
