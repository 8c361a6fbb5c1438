import { counted } from "../base/amount-text.ts"
import { oneLine } from "../base/plain-words.ts"
import { shortId } from "../base/short-id.ts"
import type { Repaired } from "../store/sqlite/rescue/repair-store.ts"
import type { Terminal } from "./terminal.ts"

/** The outcome of a repair, for people. */
export function repairLines({ kept, recovered, fromBackup, lost }: Repaired, { paint }: Terminal): string[] {
  if (kept === null && lost.length === 0) return ["Nothing to repair: every stored byte is as it was written."]
  const extent = (counts: Repaired["recovered"]) =>
    `${counted(counts.sessions, "session")}, ${counted(counts.events, "event")} and ${counted(counts.blobs, "blob")}`
  const helped = fromBackup.sessions + fromBackup.events + fromBackup.blobs > 0
  return [
    kept === null
      ? `Nothing more could be recovered: ${extent(recovered)} are whole.`
      : `Repaired: ${extent(recovered)} are whole.`,
    ...(helped ? [`From a backup came ${extent(fromBackup)} of them.`] : []),
    ...(kept === null ? [] : [`The files as they were found are kept in ${kept}`]),
    ...(lost.length === 0
      ? ["Nothing was lost."]
      : [paint.red(`${counted(lost.length, "thing")} could not be recovered:`)]),
    ...lost.map(({ session, seq, what }) => {
      const where = [session && `session ${shortId(session)}`, seq && `event ${seq}`].filter(Boolean).join(", ")
      return `  ${where ? `${where}: ` : ""}${oneLine(what)}`
    }),
  ]
}
