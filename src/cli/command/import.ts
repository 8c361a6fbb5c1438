import { createReadStream } from "node:fs"
import { HoldfastError } from "../../session/error.ts"
import { type Imported, readExport } from "../../store/import.ts"
import { storageFailure } from "../../store/sqlite/failure.ts"
import type { Run } from "../commands/form.ts"
import { shortId } from "../session-id.ts"
import { withStore } from "../store.ts"
import { counted } from "../text/plain.ts"

export const run: Run = async (args, terminal) => {
  const [file = ""] = args.words
  const copy = args.flag("as-copy")
  const { log, redacted } = await read(file)
  if (redacted && !copy) {
    throw new HoldfastError(
      "invalid",
      "The file was redacted: it is no longer the log of the session that it came from. Import it as a copy (--as-copy).",
    )
  }
  const adopted = await withStore("create", async (store) => store?.adopt(log, { copy }))
  if (!adopted) throw new HoldfastError("storage-missing", "There is no store to import into.")
  if (terminal.json) {
    await terminal.printJson({ ...adopted, shortId: shortId(adopted.id), from: log.id })
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
