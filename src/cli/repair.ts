import { counted, oneLine } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import type { Repaired } from "../store/sqlite/repair.ts"
import type { Terminal } from "./terminal.ts"

/** What came of a repair, for people. */
export function repairLines({ kept, recovered, fromBackup, lost }: Repaired, { paint }: Terminal): string[] {
  if (kept === null && lost.length === 0) return ["Nothing to repair: every stored byte is as it was written."]
  const extent = (counts: Repaired["recovered"]) =>
    `${counted(counts.sessions, "session")}, ${counted(counts.events, "event")} and ${counted(counts.blobs, "blob")}`
  const helped = fromBackup.sessions + fromBackup.events + fromBackup.blobs > 0
  return [
    kept === null
      ? `Nothing more could be brought back than before: ${extent(recovered)} are whole.`
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
