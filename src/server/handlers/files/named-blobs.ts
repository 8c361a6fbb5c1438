import { z } from "zod"
import { draftKey } from "../../../agent/configuration/aside-settings.ts"
import { HoldfastError } from "../../../session/error.ts"
import type { Store } from "../../../store/contract.ts"
import { blobRefsOf } from "../../../store/transfer/export-lines.ts"
import { attachments } from "../../contract/common.ts"

const maxNamedBlobs = 32

const drafted = z.object({ attachments })

type Known = { through: number; blobs: Set<string> }

/**
 * Which blobs a session references, so that a hash does not give access to another session's bytes. Logs only grow,
 * so each event is read once.
 */
export function namedBlobs(store: Store) {
  const known = new Map<string, Known>()
  const isInDraft = async (session: string, hash: string) => {
    const draft = drafted.safeParse(await store.setting(draftKey(session))).data
    return draft?.attachments.some(({ blob }) => blob === hash) ?? false
  }
  return {
    /**
     * Throws `not-found` unless the session's log or draft references the blob; `not-found` or `erased` for the
     * session.
     */
    async check(session: string, hash: string): Promise<void> {
      await store.row(session)
      const { through, blobs } = known.get(session) ?? { through: 0, blobs: new Set<string>() }
      if (blobs.has(hash)) return
      let last = through
      for await (const event of store.read(session, { after: through })) {
        last = event.seq
        for (const ref of blobRefsOf(event)) blobs.add(ref.blob)
      }
      known.delete(session)
      known.set(session, { through: last, blobs })
      for (const oldest of known.keys()) if (known.size > maxNamedBlobs) known.delete(oldest)
      if (!blobs.has(hash) && !(await isInDraft(session, hash)))
        throw new HoldfastError("not-found", `Session ${session} does not reference blob ${hash}.`)
    },
  }
}
