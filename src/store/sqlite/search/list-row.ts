import type { SessionState } from "../../../session/state.ts"
import { type Listed, listedFrom, sameListing } from "../../session-row.ts"
import type { Core, Session } from "../core.ts"
import type { Database } from "../database.ts"
import { sessionFor } from "../log/session.ts"

/** What of a row changes with every append. */
type Head = { n: number; head: number; hash: Uint8Array; hotBytes: number }

/** Brings the row of a session up to date with what was appended to its log. */
export function updateRow(core: Core, head: Head, before: SessionState, now: SessionState): void {
  if (now.log.tags !== before.log.tags) writeTags(core.writer, head.n, now.log.tags)
  if (!sameListing(before, now)) writeRow(core.writer, head, listedFrom(now))
  else touchRow(core, head, now)
}

/** Rebuilds the row of a session from its log, after events were put there without an append. */
export function rewriteRow(core: Core, id: string): Session {
  const session = sessionFor(core, id)
  const { n, head, hash } = session.place
  writeRow(core.writer, { n, head, hash, hotBytes: session.hotBytes }, listedFrom(session.state))
  writeTags(core.writer, n, session.state.log.tags)
  return session
}

function touchRow(core: Core, head: Head, now: SessionState): void {
  core.writer.run(
    "UPDATE sessions SET head = ?, hash = ?, hot_bytes = ?, updated_at = ?, messages = ? WHERE n = ?",
    head.head,
    head.hash,
    head.hotBytes,
    Date.parse(now.log.updatedAt),
    now.branch.messages,
    head.n,
  )
}

/** Writes all that the list keeps of a session. */
export function writeRow(writer: Database, { n, head, hash, hotBytes }: Head, listed: Listed): void {
  writer.run(
    `UPDATE sessions SET head = ?, hash = ?, hot_bytes = ?, updated_at = ?, messages = ?, opened_at = ?, project = ?,
     workspace = ?, parent_id = ?, parent_seq = ?, title = ?, pinned = ?, archived = ?, trashed = ?, activity = ?,
     stop = ?, owner_type = ?, owner_path = ? WHERE n = ?`,
    head,
    hash,
    hotBytes,
    listed.updatedAt,
    listed.messages,
    listed.openedAt,
    listed.project,
    listed.workspace,
    listed.parentId,
    listed.parentSeq,
    listed.title,
    listed.pinned,
    listed.archived,
    listed.trashed,
    listed.activity,
    listed.stop,
    listed.ownerType,
    listed.ownerPath,
    n,
  )
}

export function writeTags(writer: Database, n: number, tags: readonly string[]): void {
  writer.run("DELETE FROM tags WHERE session = ?", n)
  for (const tag of new Set(tags)) writer.run("INSERT INTO tags (tag, session) VALUES (?, ?)", tag, n)
}
