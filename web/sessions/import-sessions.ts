import { ApiProblem } from "../../src/client/client.ts"
import { client } from "../live/api-client.ts"
import { cell } from "../live/cell.ts"
import { go } from "../live/page-route.ts"
import { rows } from "../live/rows.ts"
import { texts } from "../texts.ts"
import { notify, notifyProblem } from "../ui/notices.ts"

const words = texts.sessions.import

/** The file being imported, and its position. */
export const importing = cell<{ name: string; at: number; of: number } | null>(null)

/** Imports exported sessions one by one and reports each result. */
export async function importFiles(files: readonly File[]): Promise<void> {
  for (const [at, file] of files.entries()) {
    importing.set({ name: file.name, at: at + 1, of: files.length })
    await importFile(file, { copy: false })
  }
  importing.set(null)
}

async function importFile(file: File, { copy }: { copy: boolean }): Promise<void> {
  try {
    const query = copy ? ({ copy: "true" } as const) : {}
    const { id, outcome } = await client.call("POST /api/import", { query, body: file })
    const title = rows.get().get(id)?.title ?? words.sessionOf(file.name)
    notify(words[outcome](title), { action: { name: words.open, do: () => go({ session: id }) } })
  } catch (error) {
    const message = words.failed(file.name, error instanceof Error ? error.message : texts.somethingWentWrong)
    const canCopy = !copy && error instanceof ApiProblem && (error.code === "exists" || error.code === "erased")
    if (!canCopy) return notifyProblem(new Error(message))
    notify(message, { action: { name: words.asCopy, do: () => void importFile(file, { copy: true }) } })
  }
}
