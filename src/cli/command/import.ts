import { createReadStream } from "node:fs"
import { refuseRedacted } from "../../agent/sessions/refuse-redacted.ts"
import { counted } from "../../base/amount-text.ts"
import { shortId } from "../../base/short-id.ts"
import { HoldfastError } from "../../session/error.ts"
import { storageFailure } from "../../store/sqlite/commit/failure.ts"
import { type Imported, readExport } from "../../store/transfer/read-export.ts"
import type { Run } from "../commands/command-form.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [file = ""] = args.words
  const copy = args.flag("as-copy")
  const imported = await read(file)
  refuseRedacted(imported, { copy })
  const adopted = await withStore("create", async (store) => store?.adopt(imported.log, { copy }))
  if (!adopted) throw new HoldfastError("storage-missing", "There is no store to import into.")
  if (terminal.json) {
    await terminal.printJson({ ...adopted, shortId: shortId(adopted.id), from: imported.log.id })
    return 0
  }
  const id = shortId(adopted.id)
  const events = counted(adopted.events, "event")
  const summary = {
    imported: copy ? `Imported as a copy: ${id} (${events}).` : `Imported ${id} (${events}).`,
    extended: `${id} was here already and has ${events} more now.`,
    unchanged: `${id} already exists, nothing to do.`,
  }
  await terminal.print(summary[adopted.outcome])
  return 0
}

async function read(file: string): Promise<Imported> {
  try {
    return await readExport(file === "-" ? process.stdin : createReadStream(file))
  } catch (error) {
    throw storageFailure(error, "read", file) ?? error
  }
}
