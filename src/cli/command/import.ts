import { createReadStream } from "node:fs"
import { refuseRedacted } from "../../agent/import.ts"
import { counted } from "../../agent/text/plain.ts"
import { shortId } from "../../agent/text/short-id.ts"
import { HoldfastError } from "../../session/error.ts"
import { type Imported, readExport } from "../../store/import.ts"
import { storageFailure } from "../../store/sqlite/failure.ts"
import type { Run } from "../commands/form.ts"
import { withStore } from "../store.ts"

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
  const told = {
    imported: copy ? `Imported as a copy: ${id} (${events}).` : `Imported ${id} (${events}).`,
    extended: `${id} was here already and has ${events} more now.`,
    unchanged: `${id} is here already, nothing to do.`,
  }
  await terminal.print(told[adopted.outcome])
  return 0
}

async function read(file: string): Promise<Imported> {
  try {
    return await readExport(file === "-" ? process.stdin : createReadStream(file))
  } catch (error) {
    throw storageFailure(error, "read", file) ?? error
  }
}
